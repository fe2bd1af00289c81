import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `ALTER TABLE virtual_colleagues ADD rules jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE virtual_colleague_runs ADD by_rule jsonb NOT NULL DEFAULT '{}',
    ADD held jsonb NOT NULL DEFAULT '{"repeat":0,"away":0,"muted":0,"budget":0}'`,
  'ALTER TABLE virtual_colleague_activity ADD why jsonb, ADD held text',
  `ALTER TABLE virtual_colleague_said ADD user_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', ADD held text`,
  `UPDATE virtual_colleague_said s SET user_id = a.user_id FROM virtual_colleague_activity a
    WHERE a.company_id = s.company_id AND a.run_id = s.run_id AND a.rule = s.rule AND a.subject_id = s.subject_id
      AND a.user_id IS NOT NULL`,
  'ALTER TABLE virtual_colleague_said ALTER user_id DROP DEFAULT, DROP CONSTRAINT virtual_colleague_said_pkey',
  `ALTER TABLE virtual_colleague_said ADD CONSTRAINT virtual_colleague_said_pkey
    PRIMARY KEY (company_id, colleague_id, rule, subject_id, user_id, run_id)`,
  'CREATE INDEX virtual_colleague_said_at ON virtual_colleague_said (company_id, colleague_id, at)',
  `CREATE TABLE virtual_colleague_feedback (
    company_id uuid NOT NULL,
    activity_id uuid NOT NULL,
    user_id uuid NOT NULL,
    colleague_id uuid NOT NULL,
    rule text NOT NULL,
    task_id uuid,
    useful boolean NOT NULL,
    note text,
    at timestamptz(3) NOT NULL,
    CONSTRAINT virtual_colleague_feedback_pkey PRIMARY KEY (company_id, activity_id, user_id),
    CONSTRAINT virtual_colleague_feedback_colleague_fkey FOREIGN KEY (company_id, colleague_id)
      REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX virtual_colleague_feedback_rule ON virtual_colleague_feedback (company_id, colleague_id, rule, task_id)`,
];

const UNDO = [
  'DROP TABLE virtual_colleague_feedback',
  'DROP INDEX virtual_colleague_said_at',
  'DELETE FROM virtual_colleague_said WHERE held IS NOT NULL',
  `DELETE FROM virtual_colleague_said s USING virtual_colleague_said o WHERE o.company_id = s.company_id
    AND o.colleague_id = s.colleague_id AND o.rule = s.rule AND o.subject_id = s.subject_id AND o.run_id = s.run_id
    AND o.user_id < s.user_id`,
  'ALTER TABLE virtual_colleague_said DROP CONSTRAINT virtual_colleague_said_pkey, DROP user_id, DROP held',
  `ALTER TABLE virtual_colleague_said ADD CONSTRAINT virtual_colleague_said_pkey
    PRIMARY KEY (company_id, colleague_id, rule, subject_id, run_id)`,
  'ALTER TABLE virtual_colleague_activity DROP why, DROP held',
  'ALTER TABLE virtual_colleague_runs DROP by_rule, DROP held',
  'ALTER TABLE virtual_colleagues DROP rules',
];

/** Rules of one's own, reasons and feedback. What colleagues remember names the person. */
export class ColleagueRules1796300000000 implements MigrationInterface {
  name = 'ColleagueRules1796300000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of UNDO) await runner.query(statement);
  }
}
