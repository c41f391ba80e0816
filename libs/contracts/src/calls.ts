/** Frames of gx.common.v1.CallService. */
export type * from '../gen/gx/common/v1/calls.ts';
