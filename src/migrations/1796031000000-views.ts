import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An id of its time, as the service makes them. */
const UUID_V7 = `encode(set_byte(overlay(uuid_send(gen_random_uuid())
  PLACING substring(int8send((extract(epoch FROM now()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 6, 112 + (random() * 15)::integer), 'hex')::uuid`;

/** Saved views and favorites; every company gets three. A webhook may have a filter. */
export class Views1796031000000 implements MigrationInterface {
  name = 'Views1796031000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE views (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      description text,
      filter text NOT NULL,
      project_id uuid,
      layout text NOT NULL,
      group_by text,
      subgroup_by text,
      sort_by text NOT NULL,
      sort_order text NOT NULL,
      columns text[],
      visibility text NOT NULL,
      owner_id uuid,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT views_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT views_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
      CONSTRAINT views_project_fkey FOREIGN KEY (company_id, project_id) REFERENCES projects (company_id, id)
        ON DELETE CASCADE,
      CONSTRAINT views_owner_fkey FOREIGN KEY (company_id, owner_id) REFERENCES users (company_id, id)
    )`);
    await runner.query('CREATE INDEX views_owner ON views (company_id, owner_id)');
    await runner.query('CREATE INDEX views_project ON views (company_id, project_id)');
    await runner.query(`CREATE TABLE view_favorites (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      view_id uuid NOT NULL,
      position integer NOT NULL,
      CONSTRAINT view_favorites_pkey PRIMARY KEY (company_id, user_id, view_id),
      CONSTRAINT view_favorites_view_fkey FOREIGN KEY (company_id, view_id) REFERENCES views (company_id, id)
        ON DELETE CASCADE,
      CONSTRAINT view_favorites_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
    await runner.query(`
      INSERT INTO views (company_id, id, name, filter, layout, sort_by, sort_order, visibility, created_at, updated_at)
      SELECT c.id, ${UUID_V7}, v.name, v.filter, 'list', 'createdAt', 'desc', 'company', now(), now()
      FROM companies c, (VALUES
        ('Open and mine', 'assignee = me and not done'),
        ('Overdue', 'overdue'),
        ('Nobody has it', 'assignee is empty and not done and priority >= High')) v (name, filter)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE view_favorites, views');
  }
}
