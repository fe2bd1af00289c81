import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Flag, OneOf } from '#common/validation/fields.js';
import { Field } from '#common/validation/field.js';
import type { MailMode } from '../inbox-entry.entity.js';
import { MAIL_MODES } from './notification-choices.js';

const CHANGED_SCHEMA = { oneOf: [{ type: 'string', enum: ['mine'] }, { type: 'boolean' }] };

/** `mine`, true or false. */
function ChangeableChangedSwitch(): PropertyDecorator {
  return Field('changeable', CHANGED_SCHEMA, [IsIn(['mine', true, false], { message: 'Must be mine, true or false' })]);
}

const ChangedSwitch = (): PropertyDecorator => ApiProperty(CHANGED_SCHEMA);

/** What makes entries. */
export class UpdateInboxSwitches {
  /** A task became mine. */
  @Flag('changeable')
  assigned?: boolean;

  /** A task was taken from me. */
  @Flag('changeable')
  unassigned?: boolean;

  /** A text names me. */
  @Flag('changeable')
  mentioned?: boolean;

  /** An agent asks, hands in or is stuck. */
  @Flag('changeable')
  agent?: boolean;

  /** A task came to In Review. */
  @Flag('changeable')
  review?: boolean;

  /** My task became blocked, or free again. */
  @Flag('changeable')
  blocked?: boolean;

  /** The status of a watched task changed. */
  @Flag('changeable')
  status?: boolean;

  /** A comment on a watched task. */
  @Flag('changeable')
  commented?: boolean;

  /** Other fields of a task changed: `mine` is as its assignee, true as a watcher, too. */
  @ChangeableChangedSwitch()
  changed?: 'mine' | boolean;

  /** A task is due within a day, or over. */
  @Flag('changeable')
  due?: boolean;

  /** A task was deleted. */
  @Flag('changeable')
  deleted?: boolean;

  /** A virtual colleague says something to me. */
  @Flag('changeable')
  colleague?: boolean;

  /** I was added to a project or a team. */
  @Flag('changeable')
  added?: boolean;

  /** My import ended. */
  @Flag('changeable')
  import?: boolean;

  /** A webhook was switched off, a colleague keeps failing, or its chat is off. */
  @Flag('changeable')
  webhook?: boolean;
}

/** What is mailed, and when. */
export class UpdateMailModes {
  /** A task became mine. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  assigned?: MailMode;

  /** A task was taken from me. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  unassigned?: MailMode;

  /** A text names me. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  mentioned?: MailMode;

  /** An agent asks, hands in or is stuck. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  agent?: MailMode;

  /** A task came to In Review. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  review?: MailMode;

  /** My task became blocked, or free again. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  blocked?: MailMode;

  /** The status of a watched task changed. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  status?: MailMode;

  /** A comment on a watched task. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  commented?: MailMode;

  /** Other fields of a task changed. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  changed?: MailMode;

  /** A task is due within a day, or over. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  due?: MailMode;

  /** A task was deleted. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  deleted?: MailMode;

  /** A virtual colleague says something to me. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  colleague?: MailMode;

  /** I was added to a project or a team. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  added?: MailMode;

  /** My import ended. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  import?: MailMode;

  /** A webhook was switched off, a colleague keeps failing, or its chat is off. */
  @OneOf('changeable', MAIL_MODES, 'MailMode')
  webhook?: MailMode;
}

/** What makes entries. */
export class InboxSwitchesResponse {
  /** A task became mine. */
  assigned: boolean;

  /** A task was taken from me. */
  unassigned: boolean;

  /** A text names me. */
  mentioned: boolean;

  /** An agent asks, hands in or is stuck. */
  agent: boolean;

  /** A task came to In Review. */
  review: boolean;

  /** My task became blocked, or free again. */
  blocked: boolean;

  /** The status of a watched task changed. */
  status: boolean;

  /** A comment on a watched task. */
  commented: boolean;

  /** Other fields of a task changed: `mine` is as its assignee, true as a watcher, too. */
  @ChangedSwitch()
  changed: 'mine' | boolean;

  /** A task is due within a day, or over. */
  due: boolean;

  /** A task was deleted. */
  deleted: boolean;

  /** A virtual colleague says something to me. */
  colleague: boolean;

  /** I was added to a project or a team. */
  added: boolean;

  /** My import ended. */
  import: boolean;

  /** A webhook was switched off, a colleague keeps failing, or its chat is off. */
  webhook: boolean;
}

/** What is mailed, and when. */
export class MailModesResponse {
  /** A task became mine. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  assigned: MailMode;

  /** A task was taken from me. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  unassigned: MailMode;

  /** A text names me. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  mentioned: MailMode;

  /** An agent asks, hands in or is stuck. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  agent: MailMode;

  /** A task came to In Review. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  review: MailMode;

  /** My task became blocked, or free again. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  blocked: MailMode;

  /** The status of a watched task changed. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  status: MailMode;

  /** A comment on a watched task. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  commented: MailMode;

  /** Other fields of a task changed. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  changed: MailMode;

  /** A task is due within a day, or over. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  due: MailMode;

  /** A task was deleted. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  deleted: MailMode;

  /** A virtual colleague says something to me. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  colleague: MailMode;

  /** I was added to a project or a team. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  added: MailMode;

  /** My import ended. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  import: MailMode;

  /** A webhook was switched off, a colleague keeps failing, or its chat is off. */
  @ApiProperty({ enum: [...MAIL_MODES], enumName: 'MailMode' })
  webhook: MailMode;
}
