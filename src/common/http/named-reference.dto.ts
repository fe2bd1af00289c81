import { ApiProperty } from '@nestjs/swagger';

/** Another resource, as what refers to it shows it. */
export class NamedReference {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;
}
