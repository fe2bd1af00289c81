/**
 * An attacker in a separate process, so that its work does not delay the victim's measurements:
 * `node attacker-process.ts <attack> <ground as JSON>` says "under way" and goes on until it is killed.
 */
import '../../support/source-resolution.mjs';

const [name = '', ground = ''] = process.argv.slice(2);
const { ATTACKS } = await import('./attacks.js');
await ATTACKS[name as keyof typeof ATTACKS](JSON.parse(ground));
process.stdout.write('under way\n');
