import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const sampleFigures = {
  samplesToSend: figure('samples', key('Samples to send'), key('Samples that were asked for and are not sent yet.')),
  samplesOverdue: figure('samples', key('Samples overdue'), key('Samples that were to be sent by a day that is past.')),
  samplesOnWay: figure('samples', key('Samples on their way'), key('Samples that are sent and not received yet.')),
} as const
