export * from './answer-checker.ts';
export * from './contract-of.ts';
