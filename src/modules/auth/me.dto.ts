import { ApiProperty } from '@nestjs/swagger';
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

export class CompanyReference {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;
}

export class MeResponse extends AccountResponse {
  company: CompanyReference;
}
