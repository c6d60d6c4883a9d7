import { BlockList, isIP } from 'node:net';
import { faultsOf, linesOf } from './lines';
import { compileOnce } from '../compiled';

interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** How many of its first bits count. */
  readonly prefix: number;
}

/** Whether an IP address is in one of the networks of `text`, one a line; lines that are none hold no address. */
export const compileAddresses: (text: string) => (address: string) => boolean = compileOnce((text) => {
  const list = new BlockList();
  for (const line of linesOf(text)) {
    const network = readNetwork(line.text);
    if (typeof network !== 'string') list.addSubnet(network.address, network.prefix, network.family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
});

/** What is wrong with addresses and networks, one a line; each sentence begins with the number of its line. */
export function checkAddresses(text: string): string[] {
  return faultsOf(text, (line) => {
    const network = readNetwork(line);
    return typeof network === 'string' ? network : null;
  });
}

/** An address alone is the network of itself; a fault is told in a sentence. */
function readNetwork(line: string): Network | string {
  const [address = '', prefix, ...rest] = line.split('/');
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0)
    return `"${line}" is no IPv4 or IPv6 address or network, such as 192.0.2.1 or 192.0.2.0/24.`;
  const bits = isIP(address) === 4 ? 32 : 128;
  if (prefix === undefined) return { address, family: familyOf(address), prefix: bits };
  if (!/^[0-9]{1,3}$/.test(prefix) || Number(prefix) > bits)
    return `"${line}" is out of range: the part behind the slash is a number from 0 to ${bits}.`;
  return { address, family: familyOf(address), prefix: Number(prefix) };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
