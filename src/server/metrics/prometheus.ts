import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { topicIds } from '../../domain/topics.ts';
import type { ChatUsage } from '../model/chat-reply.ts';
import type { Metrics } from './metrics.ts';
import { requestLabels } from './request-labels.ts';

/** What Prometheus reads at `GET /metrics`. */
export interface Exposition {
  readonly contentType: string;
  /** Every metric as it stands, in the Prometheus text format. */
  read(): Promise<string>;
}

export interface PrometheusMetrics {
  readonly metrics: Metrics;
  readonly exposition: Exposition;
}

/** In seconds: a page in a few ms, a quiz from the shelf, a model's seconds, three whole attempts. */
const requestBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120];

/** In seconds: a model takes some to write a quiz, and LLM_TIMEOUT_MS ends one attempt. */
const modelBuckets = [0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128];

/** What an amount adds to a counter: services have sent negative ones, which would throw. */
const counted = (amount: number | undefined) => (amount && amount > 0 ? amount : 0);

function requestMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'http_requests_total',
      help: 'HTTP requests by what the visitor was told; 499 is a visitor who went away.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from a request to the end of its reply, streams included.',
      labelNames: ['method', 'route'],
      buckets: requestBuckets,
      registers,
    }),
    limitsHit: new Counter({
      name: 'quiz_limits_hit_total',
      help: 'Requests and model calls refused by a limit, by the setting that holds it.',
      labelNames: ['limit'],
      registers,
    }),
  };
}

function modelMetrics(registers: Registry[]) {
  return {
    attempts: new Counter({
      name: 'quiz_attempts_total',
      help: 'Attempts at a model call by outcome: ok, aborted, or the error as the log names it.',
      labelNames: ['call', 'outcome'],
      registers,
    }),
    attemptSeconds: new Histogram({
      name: 'quiz_model_call_duration_seconds',
      help: 'Time of one attempt at a model call, without its wait for a place.',
      labelNames: ['call'],
      buckets: modelBuckets,
      registers,
    }),
  };
}

/** What replies took: added up here and handed over when it is read, as it comes with each of them. */
function watchUsage(registers: Registry[]) {
  const since = { prompt: 0, completion: 0, cost: 0 };
  const tokens: Counter<'kind'> = new Counter({
    name: 'quiz_model_tokens_total',
    help: 'Tokens as the model service counts them.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const kind of ['prompt', 'completion'] as const) {
        tokens.inc({ kind }, since[kind]);
        since[kind] = 0;
      }
    },
  });
  const cost: Counter = new Counter({
    name: 'quiz_model_cost_dollars_total',
    help: 'What the model service says its replies cost, in US dollars.',
    registers,
    collect() {
      cost.inc(since.cost);
      since.cost = 0;
    },
  });
  return (usage: ChatUsage) => {
    since.prompt += counted(usage.promptTokens);
    since.completion += counted(usage.completionTokens);
    since.cost += counted(usage.cost);
  };
}

/** How many model calls are under way and wait: they change often, and are read now and then. */
function watchCalls(registers: Registry[]) {
  const calls = { underWay: 0, waiting: 0 };
  const underWay: Gauge = new Gauge({
    name: 'quiz_model_calls_in_progress',
    help: 'Model calls under way in this instance.',
    registers,
    collect: () => underWay.set(calls.underWay),
  });
  const waiting: Gauge = new Gauge({
    name: 'quiz_model_queue_length',
    help: 'Model calls that wait for a place in this instance.',
    registers,
    collect: () => waiting.set(calls.waiting),
  });
  return calls;
}

function quizMetrics(registers: Registry[]) {
  return {
    reviews: new Counter({
      name: 'quiz_reviews_total',
      help: 'Quizzes read from a reply, by what the review made of them.',
      labelNames: ['verdict'],
      registers,
    }),
    generationSeconds: new Histogram({
      name: 'quiz_generation_duration_seconds',
      help: 'Time to write one quiz, with all its attempts, waits and checks, by who waits for it.',
      labelNames: ['priority'],
      buckets: modelBuckets,
      registers,
    }),
    shelfHits: new Counter({
      name: 'quiz_shelf_hits_total',
      help: 'Quizzes served from the shelf.',
      registers,
    }),
    shelfMisses: new Counter({
      name: 'quiz_shelf_misses_total',
      help: 'Quizzes that had to be written because the shelf had none.',
      registers,
    }),
  };
}

/**
 * Metrics in a registry of their own, with those of the process and of Node (`METRICS=1`). Names and
 * units are those of prometheus.io/docs/practices/naming. A label holds nothing but words of this
 * program: no path, no text and no number that a visitor or a model service chose.
 */
export function createPrometheusMetrics(): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const http = requestMetrics(registers);
  const model = modelMetrics(registers);
  const calls = watchCalls(registers);
  const addUsage = watchUsage(registers);
  const quiz = quizMetrics(registers);
  const metrics: Metrics = {
    requestEnded({ method, path, status, ms }) {
      const labels = requestLabels({ method, path });
      http.requests.inc({ method: labels.method, route: labels.route, status });
      http.requestSeconds.observe(labels, ms / 1000);
    },
    attemptEnded({ call, outcome, ms, usage }) {
      model.attempts.inc({ call, outcome });
      if (ms !== undefined) model.attemptSeconds.observe({ call }, ms / 1000);
      if (usage) addUsage(usage);
    },
    quizReviewed: (verdict) => quiz.reviews.inc({ verdict }),
    quizWritten: ({ priority, ms }) => quiz.generationSeconds.observe({ priority }, ms / 1000),
    shelfAsked: (isHit) => (isHit ? quiz.shelfHits : quiz.shelfMisses).inc(),
    watchShelf(size) {
      const gauge: Gauge<'topic'> = new Gauge({
        name: 'quiz_shelf_size',
        help: 'Quizzes ready on the shelf; instances that share one each report all of it.',
        labelNames: ['topic'],
        registers,
        async collect() {
          const sizes = topicIds.map(async (topic) => gauge.set({ topic }, await size(topic)));
          await Promise.all(sizes);
        },
      });
    },
    modelCallsChanged({ underWay, waiting }) {
      calls.underWay = underWay;
      calls.waiting = waiting;
    },
    limitHit: (limit) => http.limitsHit.inc({ limit }),
    watchRedis(isUp) {
      const gauge: Gauge = new Gauge({
        name: 'quiz_redis_up',
        help: 'Whether Redis answers this instance: 1, or 0 while stand-ins in memory serve.',
        registers,
        collect: () => gauge.set(isUp() ? 1 : 0),
      });
    },
  };
  return {
    metrics,
    exposition: { contentType: registry.contentType, read: () => registry.metrics() },
  };
}
