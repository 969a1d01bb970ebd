import { useTranslation } from 'react-i18next'
import { KindCards } from '../printers/KindPrinters.tsx'
import { StepForm, type StepWays } from './StepForm.tsx'

/** The two kinds that nearly everybody prints. A test page comes from the server, which knows nobody yet. */
export function PrintersStep({ onBack, onNext, onSkip }: StepWays) {
  const { t } = useTranslation()
  return (
    <StepForm onBack={onBack} onNext={onNext} onSkip={onSkip}>
      <KindCards kinds={['shipping', 'sku']} canTest={false} />
      <p className="muted">
        {t(
          'You can leave this as it is. After signing in, Settings › Printers has the other kinds of labels, a test page with rulers, and label printers that speak ZPL.',
        )}
      </p>
    </StepForm>
  )
}
