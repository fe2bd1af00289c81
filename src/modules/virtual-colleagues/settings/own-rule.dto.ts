import { ApiProperty } from '@nestjs/swagger';
import { Reference, WholeNumber } from '#common/http/response.decorators.js';
import { Flag, Integer, Matching, TrimmedText, OneOf, Text, Uuid } from '#common/validation/fields.js';
import { LIMITS } from '#common/validation/text.js';
import { ACTION_TYPES, type ActionType } from './action-types.js';
import { ADDRESSEES, type Addressee } from './own-rule.js';

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const ADDRESSEE = new RegExp(`^(${ADDRESSEES.join('|')}|user:${UUID})$`);

/** A year. */
const MOST_HOURS = 8_760;

/** A rule of one's own. */
export class OwnRuleInput {
  /** Accepted and ignored: a rule is known by its name. */
  @Uuid('optional')
  id?: string;

  /** Unique in the colleague, in any case. */
  @TrimmedText('required', LIMITS.shortName)
  name: string;

  /** Which open tasks it speaks of, in the language of filters, read as the colleague's owner. */
  @Text('required', LIMITS.description)
  filter: string;

  /** The rule is silent while this part of the settings is off. */
  @OneOf('required', ACTION_TYPES, 'ActionType')
  type: ActionType;

  /** Whom it speaks to: also `user:` and an id. */
  @Matching('required', ADDRESSEE, `Must be one of ${ADDRESSEES.join(', ')} or user:<id>`)
  to: Addressee;

  /** With names in `{{ }}`, such as `{{task.tid}}`; null: a sentence from type and tone. */
  @Text('optional', { minimum: 0, maximum: 500 })
  message?: string;

  /** Hours in which it is silent about the same task to the same person. Default 24. */
  @Integer('optional', 1, MOST_HOURS)
  repeatHours?: number;

  /** False: it says nothing. */
  @Flag('optional')
  enabled?: boolean;

  /** Accepted and ignored. */
  @Flag('optional')
  broken?: boolean;
}

/** A rule of one's own as a reader sees it. */
export class OwnRuleResponse {
  /** Kept as long as the name is. */
  @Reference()
  id: string;

  /** What it is called; its actions have the rule `custom:` and this name. */
  name: string;

  /** Canonical, with the present names of what the reader reaches. */
  filter: string;

  /** What kind of action it makes. */
  @ApiProperty({ enum: [...ACTION_TYPES], enumName: 'ActionType' })
  type: ActionType;

  /** Whom it speaks to. */
  @ApiProperty({ type: String, example: 'assignee' })
  to: Addressee;

  /** A template; null: a sentence from type and tone. */
  message: string | null;

  /** Hours in which it is silent about the same task to the same person. */
  @WholeNumber()
  repeatHours: number;

  /** False: it says nothing. */
  enabled: boolean;

  /** Its filter names something that has been deleted: it is skipped. */
  broken: boolean;
}
