import { Injectable } from '@nestjs/common';

export interface DemoLogin {
  path: string;
  email: string;
  password: string;
  isNew: boolean;
}

@Injectable()
export class DemoCompany {
  prepare(): Promise<DemoLogin | null> {
    return Promise.resolve(null);
  }
}
