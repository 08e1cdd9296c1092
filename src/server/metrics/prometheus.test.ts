import { describe, expect, test } from 'vitest';
import { createPrometheusMetrics } from './prometheus.ts';

/** An exposition in which everything has happened once that makes a metric. */
async function fullText(): Promise<string> {
  const { metrics, exposition } = createPrometheusMetrics();
  metrics.requestEnded({ method: 'POST', path: '/api/quizzes', status: 200, ms: 1500 });
  const usage = { promptTokens: 11, completionTokens: 22, cost: 0.0033 };
  metrics.attemptEnded({ call: 'quiz', outcome: 'ok', ms: 2500, usage });
  metrics.quizReviewed('accepted');
  metrics.quizWritten({ priority: 'visitor', ms: 7000 });
  metrics.shelfAsked(true);
  metrics.shelfAsked(false);
  metrics.watchShelf(async (topic) => (topic === 'art' ? 1 : 0));
  metrics.modelCallsChanged({ underWay: 2, waiting: 1 });
  metrics.limitHit('MAX_GENERATIONS');
  metrics.watchRedis(() => true);
  return exposition.read();
}

interface Described {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

function describedIn(text: string): readonly Described[] {
  const found = text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm);
  return [...found].map(([, name = '', help = '', type = '']) => ({ name, type, help }));
}

/** Those of Node and the process have their names from prom-client. */
const isOwn = ({ name }: Described) => !/^(process|nodejs)_/.test(name);

describe('names', () => {
  test('each has its kind and its base unit at its end, as Prometheus asks', async () => {
    const own = describedIn(await fullText()).filter(isOwn);
    expect(own.length).toBeGreaterThan(12);
    for (const { name, type, help } of own) {
      expect(name, name).toMatch(/^(http|quiz)_[a-z]+(_[a-z]+)*$/);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
      if (/duration|seconds/.test(name)) expect(name).toMatch(/_duration_seconds$/);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|cents|percent|counter|gauge)(_|$)/);
      expect(help).toMatch(/^[A-Z].+\.$/);
    }
  });

  test('all that the operator should see is there', async () => {
    const names = describedIn(await fullText()).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'http_requests_total',
        'http_request_duration_seconds',
        'quiz_attempts_total',
        'quiz_generation_duration_seconds',
        'quiz_model_tokens_total',
        'quiz_model_cost_dollars_total',
        'quiz_shelf_hits_total',
        'quiz_shelf_misses_total',
        'quiz_shelf_size',
        'quiz_limits_hit_total',
        'quiz_model_calls_in_progress',
        'quiz_model_queue_length',
        'quiz_redis_up',
        'process_resident_memory_bytes',
        'nodejs_eventloop_lag_p99_seconds',
      ]),
    );
  });
});

describe('values', () => {
  test.each([
    'http_requests_total{method="POST",route="/api/quizzes",status="200"} 1',
    'http_request_duration_seconds_sum{method="POST",route="/api/quizzes"} 1.5',
    'quiz_attempts_total{call="quiz",outcome="ok"} 1',
    'quiz_model_call_duration_seconds_sum{call="quiz"} 2.5',
    'quiz_model_tokens_total{kind="prompt"} 11',
    'quiz_model_tokens_total{kind="completion"} 22',
    'quiz_model_cost_dollars_total 0.0033',
    'quiz_reviews_total{verdict="accepted"} 1',
    'quiz_generation_duration_seconds_sum{priority="visitor"} 7',
    'quiz_generation_duration_seconds_bucket{le="6",priority="visitor"} 0',
    'quiz_generation_duration_seconds_bucket{le="8",priority="visitor"} 1',
    'quiz_shelf_hits_total 1',
    'quiz_shelf_misses_total 1',
    'quiz_shelf_size{topic="art"} 1',
    'quiz_shelf_size{topic="music"} 0',
    'quiz_model_calls_in_progress 2',
    'quiz_model_queue_length 1',
    'quiz_limits_hit_total{limit="MAX_GENERATIONS"} 1',
    'quiz_redis_up 1',
  ])('%s', async (line) => {
    expect((await fullText()).split('\n')).toContain(line);
  });

  test('Redis is not spoken of where there is none, and is looked at on every reading', async () => {
    const { metrics, exposition } = createPrometheusMetrics();
    expect(await exposition.read()).not.toContain('redis');
    let isUp = true;
    metrics.watchRedis(() => isUp);
    expect(await exposition.read()).toContain('quiz_redis_up 1\n');
    isUp = false;
    expect(await exposition.read()).toContain('quiz_redis_up 0\n');
  });

  test('a call that was never sent has an outcome but no duration', async () => {
    const { metrics, exposition } = createPrometheusMetrics();
    const never = { ms: undefined, usage: undefined };
    metrics.attemptEnded({ call: 'quiz', outcome: 'OverCapacityError', ...never });
    const text = await exposition.read();
    expect(text).toContain('quiz_attempts_total{call="quiz",outcome="OverCapacityError"} 1');
    expect(text).not.toContain('quiz_model_call_duration_seconds_count');
  });

  test('amounts that no service should send take nothing away and break nothing', async () => {
    const { metrics, exposition } = createPrometheusMetrics();
    const usage = { promptTokens: -5, completionTokens: Number.NaN, cost: -1 };
    metrics.attemptEnded({ call: 'quiz', outcome: 'ok', ms: 1, usage });
    const text = await exposition.read();
    expect(text).toContain('quiz_model_tokens_total{kind="prompt"} 0\n');
    expect(text).toContain('quiz_model_tokens_total{kind="completion"} 0\n');
    expect(text).toContain('quiz_model_cost_dollars_total 0\n');
  });

  test('two services in one process count apart', async () => {
    const [one, other] = [createPrometheusMetrics(), createPrometheusMetrics()];
    one.metrics.shelfAsked(true);
    expect(await one.exposition.read()).toContain('quiz_shelf_hits_total 1\n');
    expect(await other.exposition.read()).toContain('quiz_shelf_hits_total 0\n');
  });
});
