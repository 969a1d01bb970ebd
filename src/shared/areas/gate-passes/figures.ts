import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

export const passFigures = {
  passesToPack: figure(
    'passes',
    key('Gate passes to pack'),
    key('Gate passes whose packing has begun and that are not submitted.'),
  ),
  passesToBegin: figure(
    'passes',
    key('Gate passes to begin'),
    key('Gate passes that are drafts, or confirmed and not packed yet.'),
  ),
  passesOverdue: figure(
    'passes',
    key('Returnable goods overdue'),
    key('Returnable gate passes whose goods were to be back by a day that is past.'),
  ),
  passesComing: figure(
    'passes',
    key('Gate passes on the road'),
    key('Gate passes that are submitted and not wholly received.'),
  ),
  passesToComplete: figure(
    'passes',
    key('Arrivals to complete'),
    key('Gate passes that are received and not completed.'),
  ),
  storePassesComing: figure(
    'passes',
    key('On the road to shops'),
    key('Gate passes to shops that are submitted and not wholly received.'),
  ),
  storePassesToComplete: figure(
    'passes',
    key('Arrivals at shops to complete'),
    key('Gate passes to shops that are received and not completed.'),
  ),
} as const
