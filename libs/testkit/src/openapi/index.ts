export * from './answer-checker.ts';
export * from './contract-of.ts';
export * from './webhook-checker.ts';
