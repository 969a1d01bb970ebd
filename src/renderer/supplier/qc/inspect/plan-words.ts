import type { LotScope, Severity } from '../../../../shared/domain/sampling.ts'
import { type Computed, type Verdict, verdictLabels } from '../../../../shared/domain/sampling-verdict.ts'
import { key } from '../../../i18n/key.ts'
import type { Tone } from '../../../kit/StatusTag.tsx'

export const severityWords: Record<Severity, string> = {
  critical: key('Critical'),
  major: key('Major'),
  minor: key('Minor'),
}

export const severityTones = { critical: 'bad', major: 'warn', minor: 'neutral' } as const satisfies Record<
  Severity,
  Tone
>

export const scopeWords: Record<LotScope, string> = {
  style_colour: key('Style and colour'),
  box: key('Whole box'),
  shipment: key('Style and colour in the shipment'),
}

export const computedWords: Record<Computed | 'none', { word: string; tone: Tone }> = {
  accept: { word: key('Accept'), tone: 'good' },
  reject: { word: key('Reject'), tone: 'bad' },
  open: { word: key('Open'), tone: 'neutral' },
  none: { word: key('Not computed'), tone: 'neutral' },
}

export const verdictTones: Record<Verdict, Tone> = { passed: 'good', failed: 'bad', hold: 'warn', mixed: 'warn' }

export { verdictLabels }
