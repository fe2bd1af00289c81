import { Injectable } from '@nestjs/common';
import { isUuid } from '#common/validation/uuid.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';

/** A company as the operator sees it. */
export interface OperatedCompany {
  id: string;
  name: string;
  users: number;
  createdAt: string;
  active: boolean;
}

const SELECT_COMPANIES = `SELECT c.id, c.name, c.active, c.created_at AS "createdAt",
    (SELECT count(*) FROM users u WHERE u.company_id = c.id) AS users
  FROM companies c`;

/** Companies as the operator sees them. */
@Injectable()
export class OperatedCompaniesRepository {
  constructor(private readonly database: Database) {}

  findAll(): Promise<OperatedCompany[]> {
    return this.database.rows(OWN_WORK_CONTEXT, { text: `${SELECT_COMPANIES} ORDER BY c.created_at, c.id` });
  }

  async findOne(id: string): Promise<OperatedCompany | null> {
    if (!isUuid(id)) return null;
    return (await this.database.row(OWN_WORK_CONTEXT, { text: `${SELECT_COMPANIES} WHERE c.id = $1` }, [id])) ?? null;
  }
}
