import { Button } from '@blueprintjs/core'
import { Callout } from '../../../kit/states.tsx'
import { useLocale } from '../../../table/words.ts'
import type { BoxDetails } from '../box/box-data.ts'
import { type ChecklistDraft, reworded } from './checklist-draft.ts'

interface ChangedMeanwhileProps {
  draft: ChecklistDraft
  now: Pick<BoxDetails, 'checklist' | 'settings'>
  onGoOn: () => void
}

/** Said of work that began by another checklist or other settings: who changed them and when, and what it does to this work. */
export function ChangedMeanwhile({ draft, now: { checklist, settings }, onGoOn }: ChangedMeanwhileProps) {
  const { t, instant, number } = useLocale()
  const { seen } = draft
  if (seen === undefined) return null
  const isOtherList = seen.checklist !== checklist.version
  const areOtherSettings = seen.settings !== settings.version
  if (!isOtherList && !areOtherSettings) return null
  const by = ({ changed_by, changed_at }: BoxDetails['settings']) => ({
    name: changed_by ?? 'Selvedge',
    at: changed_at ? instant(changed_at) : '',
  })
  const open = reworded(draft, checklist.items)
  return (
    <div role="status" className="qc-changed">
      <Callout tone="warn">
        {isOtherList ? (
          <p>
            {t('{{name}} changed the checklist, {{at}}.', by(checklist))}{' '}
            {open > 0
              ? t('Checks that you answered in other words, and that are open again: {{n}}.', { n: number(open) })
              : null}
          </p>
        ) : null}
        {areOtherSettings ? (
          <p>
            {t('{{name}} changed the QC settings, {{at}}. Lots that nobody has begun are planned by the new ones.', {
              ...by(settings),
            })}
          </p>
        ) : null}
        <Button size="small" text={t('Go on with the new ones')} onClick={onGoOn} />
      </Callout>
    </div>
  )
}
