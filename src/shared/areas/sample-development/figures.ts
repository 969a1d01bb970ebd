import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const developmentFigures = {
  samplesToMeasure: figure(
    'samples',
    key('Samples to measure'),
    key('Samples that were received and lack measures at points that their spec asks for.'),
  ),
  samplesToJudge: figure(
    'samples',
    key('Samples to judge'),
    key('Samples that are measured at every point that their spec asks for, and have no verdict yet.'),
  ),
  samplesToCost: figure('samples', key('Samples to cost'), key('Samples that passed and have no costing yet.')),
} as const
