// Original file: gx/charge/v1/charge.proto

import type { StatisticsProblemInput as _gx_charge_v1_StatisticsProblemInput, StatisticsProblem as _gx_charge_v1_StatisticsProblem } from '../../../gx/charge/v1/StatisticsProblem.ts';
import type { Long } from '@grpc/proto-loader';

export interface VerifyStatisticsResponseInput {
  'charges'?: (number | string | Long);
  'rollups'?: (number | string | Long);
  /**
   * Charges that have changed and are not counted anew yet. 0 in a quiet system: then every rollup is held
   * against every charge as it stands.
   */
  'waiting'?: (number | string | Long);
  /**
   * At most 100; `problem_count` counts all.
   */
  'problems'?: (_gx_charge_v1_StatisticsProblemInput)[];
  'problemCount'?: (number | string | Long);
  /**
   * `<account>:<test or live>:<created or paid>:<day>`, where the next slice begins; empty at the end.
   */
  'next'?: (string);
}

export interface VerifyStatisticsResponse {
  'charges': (number);
  'rollups': (number);
  /**
   * Charges that have changed and are not counted anew yet. 0 in a quiet system: then every rollup is held
   * against every charge as it stands.
   */
  'waiting': (number);
  /**
   * At most 100; `problem_count` counts all.
   */
  'problems': (_gx_charge_v1_StatisticsProblem)[];
  'problemCount': (number);
  /**
   * `<account>:<test or live>:<created or paid>:<day>`, where the next slice begins; empty at the end.
   */
  'next': (string);
}
