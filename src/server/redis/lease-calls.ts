import type { Redis } from 'ioredis';
import { RedisReplyError } from './errors.ts';

/**
 * `granted` is how many of the day's calls were handed out, and only grows; `returned` how many of
 * those came back unspent. `known`, the most that the asking instance ever saw granted, mends a
 * count that Redis lost. That it lost one shows in a count below `known`, or in the missing of
 * `kept`, which every instance writes at each look. Then nothing is granted until `settling` expires:
 * by then the others have told what they know.
 */
const script = `
local calls, kept, settling = KEYS[1], KEYS[2], KEYS[3]
local limit, wanted, known = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local granted = tonumber(redis.call('hget', calls, 'granted') or '0')
if granted < known or redis.call('exists', kept) == 0 then
  redis.call('set', settling, 1, 'PX', ARGV[5], 'NX')
end
redis.call('set', kept, 1, 'PX', ARGV[4])
granted = math.max(granted, known)
local settlingMs = math.max(0, redis.call('pttl', settling))
local lease = 0
if settlingMs == 0 then
  local returned = tonumber(redis.call('hget', calls, 'returned') or '0')
  lease = math.max(0, math.min(wanted, limit - granted + returned))
end
redis.call('hset', calls, 'granted', granted + lease)
redis.call('pexpire', calls, ARGV[4])
return {lease, granted + lease, settlingMs}
`;

const returnScript = `
redis.call('hincrby', KEYS[1], 'returned', ARGV[1])
return redis.call('pexpire', KEYS[1], ARGV[2])
`;

/** How long, in ms, the count of a day is kept: until it is over on every instance's clock. */
const keptMs = 48 * 60 * 60 * 1000;

export interface LeaseRequest {
  /** The UTC day, such as `2026-11-05`. */
  readonly day: string;
  /** The day's calls. */
  readonly limit: number;
  /** How many calls to lease; 0 to look and to tell only. */
  readonly wanted: number;
  /** The most that this instance saw granted on that day. */
  readonly known: number;
  /** How long, in ms, nothing is granted after Redis lost its data. */
  readonly settleMs: number;
}

export interface Lease {
  /** The calls leased, `wanted` at most. */
  readonly calls: number;
  /** All calls granted on that day so far, these included. */
  readonly granted: number;
  /** In how many ms calls are granted again; 0 where they are. */
  readonly settlingMs: number;
}

const callsKey = (day: string) => `calls:${day}`;

/** Leases calls of the day in one atomic step. Rejects with RedisReplyError on a strange reply. */
export async function leaseCalls(redis: Redis, request: LeaseRequest): Promise<Lease> {
  const { day, limit, wanted, known, settleMs } = request;
  const keys = [callsKey(day), 'calls:kept', 'calls:settling'];
  const reply = await redis.eval(script, 3, ...keys, limit, wanted, known, keptMs, settleMs);
  if (!Array.isArray(reply) || !reply.every(Number.isSafeInteger)) {
    throw new RedisReplyError('a lease of calls');
  }
  const [calls, granted, settlingMs] = reply;
  return { calls, granted, settlingMs };
}

/** Gives leased calls back unspent. */
export async function returnCalls(redis: Redis, day: string, calls: number): Promise<void> {
  await redis.eval(returnScript, 1, callsKey(day), calls, keptMs);
}
