import { clientNetwork, withoutPort } from './client-address.js';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['[2001:db8::7]:50123', '2001:db8::7'],
  ['unknown', 'unknown'],
])('takes the port off %s', (given, address) => {
  expect(withoutPort(given)).toBe(address);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]:50123', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
  ['fe80::7%eth0', 'fe80:0:0:0::/64'],
  ['fe80::7%br-lan', 'fe80:0:0:0::/64'],
  ['fe80::7%eth0.10', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b::c000:207'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
