#!/bin/sh
# Brings the library into every chart and every chart into the umbrella (file:// dependencies). Needs helm; again after each change of a chart.
set -e
cd "$(dirname "$0")"
for chart in */; do
  [ "$chart" = lib/ ] || [ "$chart" = gx/ ] || [ ! -f "$chart/Chart.yaml" ] || helm dependency update --skip-refresh "$chart" >/dev/null
done
helm dependency update --skip-refresh gx >/dev/null
