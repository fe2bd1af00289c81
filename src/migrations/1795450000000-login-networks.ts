import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where users have lately logged in. */
export class LoginNetworks1795450000000 implements MigrationInterface {
  name = 'LoginNetworks1795450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE login_networks (
      company_id uuid NOT NULL,
      user_id uuid NOT NULL,
      network text NOT NULL,
      last_login_at timestamptz(3) NOT NULL,
      CONSTRAINT login_networks_pkey PRIMARY KEY (company_id, user_id, network),
      CONSTRAINT login_networks_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_networks');
  }
}
