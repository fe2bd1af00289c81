import { Injectable } from '@nestjs/common';
import type { DatabaseContext, RequestContext } from '#core/company-scope/request-context.js';
import type { DomainEvent } from '#core/events/domain-event.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { CompanyAdministrators } from '#modules/users/company-administrators.js';

/** After so many failed runs in a row, administrators are told. */
export const ALARMING_FAILURES = 3;

interface Colleague {
  readonly id: string;
  readonly name: string;
}

/** Tells ADMINs and OWNERs that a colleague does not work. */
@Injectable()
export class ColleagueAlerts {
  constructor(private readonly administrators: CompanyAdministrators) {}

  /** `text` says what is wrong. */
  async tellAdministrators(
    context: DatabaseContext & Pick<RequestContext, 'companyId'>,
    { id, name }: Colleague,
    text: string,
  ): Promise<DomainEvent> {
    const administrators = await this.administrators.findAll(context, context.companyId);
    return inboxNotice({
      reason: 'webhook',
      userIds: administrators.map((user) => user.id),
      thing: { type: 'colleague', id, name },
      colleague: { id, name },
      text,
      projectId: null,
    });
  }
}
