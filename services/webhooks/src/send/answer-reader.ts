import type { Dispatcher } from 'undici';
import { BODY_KEPT_BYTES, decoded } from './decoded.ts';

/** What is read of an answer so that its connection can be used again; a longer one is cut off. */
const BODY_READ_BYTES = 65_536;

/** As far as it came, also where it broke off. */
export type EndpointResponse = { statusCode?: number; retryAfter?: string; body?: string };

class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

/** Reads the answer to one request, a bounded part of it. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly answer: EndpointResponse = {};
  /** Resolves when all that is wanted was read; rejects with what undici says, or when it is given up. */
  readonly done: Promise<void>;
  readonly #end: PromiseWithResolvers<void>;
  readonly #kept: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #coding = 'identity';
  #keptBytes = 0;
  #readBytes = 0;
  #isGivenUp = false;

  constructor() {
    this.#end = Promise.withResolvers();
    this.done = this.#end.promise;
  }

  /** Ends the request wherever it is; one that still waits for its connection is never sent. */
  giveUp(): void {
    this.#isGivenUp = true;
    if (this.#controller === undefined) this.#end.reject(new GivenUp());
    else this.#controller.abort(new GivenUp());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isGivenUp) controller.abort(new GivenUp());
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    statusCode: number,
    { 'retry-after': retryAfter, 'content-encoding': coding }: Record<string, string | string[] | undefined>,
  ): void {
    this.answer.statusCode = statusCode;
    if (typeof retryAfter === 'string') this.answer.retryAfter = retryAfter.trim();
    if (typeof coding === 'string') this.#coding = coding;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const part = chunk.subarray(0, BODY_KEPT_BYTES - this.#keptBytes);
    // A copy: the endpoint decides how small chunks are, and each would hold on to all that was read with it.
    if (part.length > 0) this.#kept.push(Buffer.from(part));
    this.#keptBytes += part.length;
    this.#readBytes += chunk.length;
    if (this.#readBytes > BODY_READ_BYTES) controller.abort(new GivenUp());
  }

  onResponseEnd(): void {
    this.#keep();
    this.#end.resolve();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.#keep();
    // Cut off by us: what is kept of it is here.
    if (this.#readBytes > BODY_READ_BYTES) this.#end.resolve();
    else this.#end.reject(error);
  }

  /** Once, at the end: the endpoint decides how many chunks there are. */
  #keep(): void {
    if (this.#keptBytes > 0) this.answer.body = textOf(decoded(Buffer.concat(this.#kept), this.#coding));
  }
}

/** As UTF-8; a character cut in two by the limit is left out. */
const textOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return bytes.length < BODY_KEPT_BYTES ? text : text.replace(/\uFFFD$/, '');
};
