import { Schema } from 'mongoose';

const required = (type: unknown) => ({ type, required: true });

/** One event that waits beside the change that caused it. */
export const outboxRecord = new Schema(
  {
    eventId: required(String),
    type: required(String),
    sequence: required(Number),
    key: required(String),
    headers: required(Schema.Types.Mixed),
    value: required(Buffer),
    at: required(Date),
  } as never,
  { _id: false, strict: 'throw' },
);
