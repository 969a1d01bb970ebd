import { useTranslation } from 'react-i18next'
import type { ServerChoice } from '../../../shared/bridge.ts'
import { ServerFields } from '../server-choice/ServerFields.tsx'
import { FixedServer } from '../server-choice/ServerForm.tsx'
import { choiceOf, type ServerDraft } from '../server-choice/server-draft.ts'
import { useServerTest } from '../server-choice/use-server-test.ts'
import { StepForm, type StepWays } from './StepForm.tsx'

interface ServerStepProps extends StepWays {
  now: { choice: ServerChoice; isFixed: boolean }
  draft: ServerDraft
  onChange: (draft: ServerDraft) => void
  /** The address that was typed answers: on to the next step. */
  onTested: (draft: ServerDraft) => void
}

/** Nothing unanswered goes on: "Next" asks the address itself where nobody has. */
export function ServerStep({ now, draft, onChange, onTested, onBack, onNext, onSkip }: ServerStepProps) {
  const { t } = useTranslation()
  const testing = useServerTest()
  const next = async () => {
    if (now.isFixed || choiceOf(draft) !== null) return onNext()
    const tested = await testing.run(draft)
    if (tested?.test?.answers) onTested(tested)
    else if (tested) onChange(tested)
  }
  const isTyped = draft.kind === 'embedded' || draft.typed.trim() !== ''
  return (
    <StepForm
      onBack={onBack}
      onNext={() => void next()}
      onSkip={onSkip}
      isBusy={testing.isTesting}
      canGoOn={now.isFixed || isTyped}
    >
      {now.isFixed ? (
        <FixedServer choice={now.choice} />
      ) : (
        <ServerFields draft={draft} onChange={onChange} testing={testing} />
      )}
      {draft.kind === 'company' && !now.isFixed ? (
        <p className="muted">{t('Ask whoever looks after Selvedge in your company for the address.')}</p>
      ) : null}
    </StepForm>
  )
}
