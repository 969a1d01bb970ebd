import { useTranslation } from 'react-i18next'
import type { PrintChoice, ServerChoice } from '../../../shared/bridge.ts'
import { usePrinters } from '../../actions/print/use-printers.ts'
import { languageOf, ownName } from '../../i18n/language.ts'
import { Callout } from '../../kit/Callout.tsx'
import { Facts } from '../../kit/Drawer.tsx'
import { useChoices } from '../printers/use-choices.ts'
import { choiceOf, isSameServer, type ServerDraft } from '../server-choice/server-draft.ts'
import { StepForm } from './StepForm.tsx'

interface DoneStepProps {
  now: ServerChoice
  entered: ServerDraft
  isEnding: boolean
  onBack: () => void
  onEnd: (server: ServerChoice | null) => Promise<void>
}

/** What was chosen, before it counts. */
export function DoneStep({ now, entered, isEnding, onBack, onEnd }: DoneStepProps) {
  const { t, i18n } = useTranslation()
  const { choices } = useChoices()
  const nameOf = usePrinterName()
  const chosen = choiceOf(entered) ?? now
  const isOther = !isSameServer(chosen, now)
  return (
    <StepForm
      onBack={onBack}
      onNext={() => void onEnd(isOther ? chosen : null)}
      isBusy={isEnding}
      next={isOther ? t('Save and restart') : t('Go to sign-in')}
    >
      <Facts
        facts={[
          [t('Language'), ownName(languageOf(i18n.language))],
          [t('Server'), chosen.kind === 'company' ? chosen.url : t('The server in this app')],
          [t('Shipping label'), nameOf(choices?.shipping)],
          [t('SKU label'), nameOf(choices?.sku)],
        ]}
      />
      {isOther ? <Callout>{t('Selvedge restarts to work with this server. Then you sign in.')}</Callout> : null}
    </StepForm>
  )
}

function usePrinterName(): (choice: PrintChoice | undefined) => string {
  const { t } = useTranslation()
  const { data = [] } = usePrinters()
  return (choice) => {
    if (!choice?.printer) return t('The computer’s default printer')
    return data.find(({ name }) => name === choice.printer)?.title ?? choice.printer
  }
}
