/** The bounds and pauses of a link to Redis. */
export interface RedisTiming {
  /** Bound in ms on one command. */
  readonly operationMs: number;
  /** Bound in ms on making a connection. */
  readonly connectMs: number;
  /** Pause in ms between two looks whether Redis is still there. */
  readonly heartbeatMs: number;
  /** Pause in ms after the first look that did not find Redis; each further one is twice as long. */
  readonly firstPauseMs: number;
  /** The longest pause in ms between two looks. */
  readonly longestPauseMs: number;
}

export const redisTiming: RedisTiming = {
  operationMs: 250,
  connectMs: 1000,
  heartbeatMs: 1000,
  firstPauseMs: 250,
  longestPauseMs: 2000,
};
