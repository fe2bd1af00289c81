import { Injectable } from '@nestjs/common';
import type { APIError, OpenAI } from 'openai';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import { ServiceUnavailableError } from '#common/errors/app-error.js';
import { type AiProviderConfiguration, Configuration } from '#config/configuration.js';
import { OperatorHttp } from '#core/outbound/operator-http.js';
import { outboundErrorText } from '#core/outbound/outbound-error.js';
import { type AiAnswer, ANSWER_SCHEMA, parseAnswer } from './ai-answer.js';
import type { Prompt } from './ai-check-prompt.js';

/** Attempts when an answer is unusable. Nothing else is tried again. */
const MOST_ATTEMPTS = 2;
/** Most tokens of an answer, with what a model thinks before it. */
const MOST_ANSWER_TOKENS = 8_000;
/** Most bytes of an answer that are read. */
const MOST_ANSWER_BYTES = 1024 * 1024;

const WHAT_TO_CHECK = 'if it stays so, have AI_BASE_URL, AI_API_KEY and AI_MODEL checked';

export interface AiReply {
  readonly answer: AiAnswer;
  readonly model: string;
  /** As the provider counts, over all attempts; 0 when it does not say. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** 503: the provider has too much to do, and may answer a little later. */
export class AiProviderBusyError extends ServiceUnavailableError {}

/** The statuses that say so. */
const BUSY: readonly (number | undefined)[] = [429, 503];

/** The operator's AI provider. It speaks OpenAI's protocol, and may be on a private network. */
@Injectable()
export class AiProvider {
  private readonly provider: AiProviderConfiguration | null;
  private client: Promise<OpenAI> | undefined;

  constructor({ aiProvider }: Configuration) {
    this.provider = aiProvider;
  }

  /** The model that is asked. @throws ServiceUnavailableError when no provider is set up. */
  requireModel(): string {
    return this.requireProvider().model;
  }

  /**
   * Asks for an answer that matches the schema. The signal aborts it when the service stops.
   *
   * @throws ServiceUnavailableError without the provider's own words: they could hold the key, or data
   */
  async askModel(prompt: Prompt, stopping: AbortSignal): Promise<AiReply> {
    const provider = this.requireProvider();
    const { model, timeoutMs } = provider;
    const client = await (this.client ??= clientOf(provider));
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([stopping, limit]);
    const usage = { inputTokens: 0, outputTokens: 0 };
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const completion = await complete(client, model, prompt, signal).catch((error: unknown) => {
        throw stopping.aborted ? stopped() : limit.aborted ? timeout(timeoutMs) : failure(error, timeoutMs);
      });
      usage.inputTokens += toCount(completion?.usage?.prompt_tokens);
      usage.outputTokens += toCount(completion?.usage?.completion_tokens);
      const answer = parseAnswer(completion?.choices?.[0]?.message?.content);
      if (answer) return { answer, model, usage };
    }
    throw new ServiceUnavailableError(
      'The AI provider gave no usable answer, twice; if it stays so, have AI_MODEL set to one that can answer in a JSON schema',
    );
  }

  private requireProvider(): AiProviderConfiguration {
    if (this.provider) return this.provider;
    throw new ServiceUnavailableError('No AI provider is set up: the operator sets AI_BASE_URL and AI_MODEL');
  }
}

/** Its many modules are loaded when somebody asks. */
async function clientOf({ baseUrl, apiKey, timeoutMs }: AiProviderConfiguration): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: baseUrl,
    // The client needs a key.
    apiKey: apiKey ?? 'none',
    defaultHeaders: apiKey === null ? { Authorization: null } : {},
    // Without these, the client reads them from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchingSome(new OperatorHttp(baseUrl)),
  });
}

/** What we read of a completion; any part may be missing. Undefined when it is no JSON. */
type Reply = { [K in 'usage' | 'choices']?: ChatCompletion[K] | null } | null | undefined;

async function complete(client: OpenAI, model: string, prompt: Prompt, signal: AbortSignal): Promise<Reply> {
  try {
    return await client.chat.completions.create(
      {
        model,
        messages: [
          { role: 'system', content: prompt.instructions },
          { role: 'user', content: prompt.data },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'ai_check', strict: true, schema: { ...ANSWER_SCHEMA } },
        },
        max_completion_tokens: MOST_ANSWER_TOKENS,
      },
      { signal },
    );
  } catch (error) {
    if ((error as Error).name === 'SyntaxError') return undefined;
    throw error;
  }
}

/**
 * Cuts off an answer that is too long, which is then no JSON. Every answer is labelled as JSON, because the client parses
 * nothing else and some providers do not say so.
 */
function fetchingSome(http: OperatorHttp): typeof http.fetch {
  return async (url, init) => {
    const response = await http.fetch(url, init);
    const { body, status, statusText } = response;
    const headers = new Headers(response.headers);
    headers.delete('Content-Length');
    headers.set('Content-Type', 'application/json');
    return new Response(body && readSome(body), { status, statusText, headers });
  };
}

async function* readSome(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of body) {
    count += chunk.length;
    if (count > MOST_ANSWER_BYTES) return;
    yield chunk;
  }
}

function toCount(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

function timeout(timeoutMs: number): ServiceUnavailableError {
  return new ServiceUnavailableError(`The AI provider did not answer within ${timeoutMs / 1_000} s, try again later`);
}

function stopped(): ServiceUnavailableError {
  return new ServiceUnavailableError('The service was stopped before the AI provider answered, try again');
}

function failure(error: unknown, timeoutMs: number): ServiceUnavailableError {
  const { status } = error as Partial<APIError>;
  const Failure = BUSY.includes(status) ? AiProviderBusyError : ServiceUnavailableError;
  return new Failure(
    status === undefined
      ? `The AI provider cannot be reached (${outboundErrorText(rootOf(error), timeoutMs)}); ${WHAT_TO_CHECK}`
      : `The AI provider answered with the status ${status}; ${WHAT_TO_CHECK}`,
  );
}

function rootOf(error: unknown): unknown {
  const { cause } = error as Error;
  return cause === undefined ? error : rootOf(cause);
}
