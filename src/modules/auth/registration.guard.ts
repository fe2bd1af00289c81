import { CanActivate, Injectable } from '@nestjs/common';
import { ForbiddenError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';

/** `REGISTRATION=closed` refuses whatever is sent, before it is validated. */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(private readonly configuration: Configuration) {}

  canActivate(): boolean {
    if (!this.configuration.registrationOpen) throw new ForbiddenError('Registration is closed');
    return true;
  }
}
