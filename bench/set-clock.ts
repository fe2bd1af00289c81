/**
 * Loaded before the service: its clock is set from outside, by a request to `CLOCK_PORT` with the moment as its path. It starts
 * so many milliseconds ahead as `CLOCK_AHEAD` says.
 */
import { createServer } from 'node:http';

const RealDate = Date;
let offset = Number(process.env['CLOCK_AHEAD']);

class SetDate extends RealDate {
  constructor(...given: ConstructorParameters<DateConstructor> | []) {
    if (given.length === 0) super(SetDate.now());
    else super(...given);
  }

  static override now(): number {
    return RealDate.now() + offset;
  }
}

globalThis.Date = SetDate as DateConstructor;

createServer((request, response) => {
  offset = Number(request.url?.slice(1)) - RealDate.now();
  response.end();
})
  .listen(Number(process.env['CLOCK_PORT']), '127.0.0.1')
  .unref();
