// Stories that leave the product as they found it share one, each with merchants of its own.
import './stories/story.ts';
import './stories/idempotency.ts';
import './stories/payer-lock.ts';
import './stories/refunds.ts';
import './stories/payments.ts';
import './stories/methods.ts';
import './stories/issuer.ts';
import './stories/disputes.ts';
import './stories/several-methods.ts';
import './stories/endings.ts';
import './stories/event-additions.ts';
import './stories/webhook-failures.ts';
import './stories/abuse-cases.ts';
import './stories/foreign-objects.ts';
import './stories/reference-examples.ts';
import './stories/rows.ts';
