import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { SaveBar } from '../SaveBar.tsx'
import { draftSums } from './platform-draft.ts'
import type { usePlatformDraft } from './use-platform-draft.ts'

/** What was typed and not saved, counted; a line that does not fit is named. */
export function PlatformSaveBar({ typing }: { typing: ReturnType<typeof usePlatformDraft> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { draft, known, rows, change, save } = typing
  const sums = draftSums(draft, known)
  if (sums.lines === 0) return null
  const signed = (value: number) => `${value > 0 ? '+' : ''}${formats.number(value)}`
  const faulty = rows.filter((row) => row.fault !== null)
  const [first] = faulty
  const problem = first?.fault
    ? `${first.item.order_id} ${first.item.nm_sku}: ${t(first.fault.message)} ${first.fault.expected ?? ''}`
    : null
  return (
    <SaveBar
      summary={t('Lines changed: {{lines}} · Ready {{ready}} · Out of stock {{oos}}', {
        lines: formats.number(sums.lines),
        ready: signed(sums.ready),
        oos: signed(sums.oos),
      })}
      problem={problem}
      isSaving={save.isRunning}
      onSave={() => void save.run(draft)}
      onDiscard={() => change(() => ({}))}
    />
  )
}
