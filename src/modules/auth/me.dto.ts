import { NamedReference } from '../../common/http/named-reference.dto.js';
import { AnyString, Name, Password } from '../../common/validation/decorators.js';
import { AccountResponse } from './auth.dto.js';

export class UpdateMe {
  @Name('changeable')
  name?: string;
}

export class ChangePassword {
  @AnyString('required')
  currentPassword: string;

  @Password('required')
  newPassword: string;
}

export class MeResponse extends AccountResponse {
  company: NamedReference;
}
