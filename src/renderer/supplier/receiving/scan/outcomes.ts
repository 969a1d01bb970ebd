import type { ScanOutcome } from '../../../../shared/areas/qc-boxes/status.ts'
import type { CallData } from '../../../actions/calls.ts'
import { key } from '../../../i18n/formats.ts'
import type { Sound } from '../../../scan/sounds.ts'

type ServerResult = CallData<'receiving.inwardBoxes'>['results'][number]

/** What a scan came to; `refused` where the server would not take the call at all. */
export type DoorResult = Omit<ServerResult, 'outcome'> & { outcome: ScanOutcome | 'refused' }

/** How a scan stands on screen: by its outcome; or while it has none, by whether this station knew that the box would come. */
export type Standing = DoorResult['outcome'] | 'expected' | 'waiting' | 'undoing'

export interface Look {
  /** English, and the key of its translation. */
  label: string
  tone: 'good' | 'warn' | 'bad' | 'other' | 'neutral'
  sound: Sound | null
}

/** Colour, shape (`OutcomeMark`), words and sound each tell outcomes apart by themselves; what is expected sounds as what is taken in. */
export const looks: Readonly<Record<Standing, Look>> = {
  inwarded: { label: key('Box taken in'), tone: 'good', sound: 'good' },
  undone: { label: key('Taken back'), tone: 'neutral', sound: 'undone' },
  duplicate: { label: key('Already in'), tone: 'warn', sound: 'duplicate' },
  unknown: { label: key('Unknown code'), tone: 'bad', sound: 'unknown' },
  shared_waybill: { label: key('Which box?'), tone: 'warn', sound: 'unknown' },
  other_site: { label: key('For another site'), tone: 'other', sound: 'elsewhere' },
  not_shipped: { label: key('Not shipped yet'), tone: 'warn', sound: 'notYet' },
  not_undone: { label: key('Not taken back'), tone: 'bad', sound: 'unknown' },
  refused: { label: key('Refused'), tone: 'bad', sound: 'unknown' },
  expected: { label: key('Expected here'), tone: 'good', sound: 'good' },
  waiting: { label: key('Read'), tone: 'neutral', sound: null },
  undoing: { label: key('Being taken back'), tone: 'neutral', sound: null },
}

/** Of several answers at once one is heard: the one that wants a look most. */
const urgent: readonly Standing[] = [
  'refused',
  'unknown',
  'shared_waybill',
  'not_undone',
  'other_site',
  'not_shipped',
  'duplicate',
  'undone',
  'inwarded',
  'expected',
]

export function mostUrgent(outcomes: readonly Standing[]): Standing | undefined {
  return urgent.find((one) => outcomes.includes(one))
}

/** Nobody has answered yet. */
export function isUnanswered(standing: Standing): boolean {
  return standing === 'waiting' || standing === 'expected' || standing === 'undoing'
}
