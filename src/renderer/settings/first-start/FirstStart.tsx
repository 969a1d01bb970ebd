import './first-start.css'
import { Button } from '@blueprintjs/core'
import { type FormEvent as ReactFormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintChoice, ServerChoice } from '../../../shared/bridge.ts'
import { ClothPage } from '../../auth/AuthPage.tsx'
import { languageOf, ownName } from '../../i18n/language.ts'
import { chooseLanguage } from '../../i18n/set-up.ts'
import { Facts } from '../../kit/Drawer.tsx'
import { usePageTitle } from '../../kit/Page.tsx'
import { Callout, LoadingRows } from '../../kit/states.tsx'
import { usePrinters } from '../../print/use-printers.ts'
import { ThemeSelect } from '../../theme/theme.tsx'
import { KindCards, useChoices } from '../printers/KindPrinters.tsx'
import { FixedServer, ServerFields } from '../server-choice/ServerForm.tsx'
import { choiceOf, draftOf, isSameServer, type ServerDraft } from '../server-choice/server-draft.ts'
import { useServer, useServerTest } from '../server-choice/use-server.ts'
import { type Step, steps, useSetUp } from './set-up.ts'

/** What a new computer is asked once: language, server, printers. Each can be changed in the settings later. */
export function FirstStart() {
  const { t } = useTranslation()
  const setUp = useSetUp()
  const { data: server } = useServer()
  const { draft, change } = setUp
  const titles = {
    language: t('Choose your language'),
    server: t('Where is your server?'),
    printers: t('Which printers print your labels?'),
    done: t('Selvedge is ready'),
  }
  usePageTitle(titles[draft.step])
  const heading = useFocusOnStep(draft.step)
  const go = (by: 1 | -1) => change({ step: steps[steps.indexOf(draft.step) + by] ?? draft.step })
  if (!server) return <LoadingRows />
  const entered = draft.server ?? draftOf(server.choice)
  const ways = {
    onBack: () => go(-1),
    onNext: () => go(1),
    onSkip: () => void setUp.finish(null),
  }
  return (
    <ClothPage className="first-start">
      <StepMarks now={draft.step} />
      <h1 ref={heading} tabIndex={-1}>
        {titles[draft.step]}
      </h1>
      {setUp.problem ? <Callout tone="bad">{setUp.problem}</Callout> : null}
      {draft.step === 'language' ? <LanguageStep {...ways} /> : null}
      {draft.step === 'server' ? (
        <ServerStep
          {...ways}
          now={server}
          draft={entered}
          onChange={(next) => change({ server: next })}
          onTested={(next) => change({ server: next, step: 'printers' })}
        />
      ) : null}
      {draft.step === 'printers' ? <PrintersStep {...ways} /> : null}
      {draft.step === 'done' ? (
        <DoneStep
          now={server.choice}
          entered={entered}
          isEnding={setUp.isEnding}
          onBack={ways.onBack}
          onEnd={setUp.finish}
        />
      ) : null}
    </ClothPage>
  )
}

function StepMarks({ now }: { now: Step }) {
  const { t } = useTranslation()
  const names = { language: t('Language'), server: t('Server'), printers: t('Printers'), done: t('Done') }
  const at = steps.indexOf(now)
  return (
    <ol className="step-marks" aria-label={t('Steps')}>
      {steps.map((step, place) => (
        <li key={step} aria-current={step === now ? 'step' : undefined} data-done={place < at}>
          {names[step]}
        </li>
      ))}
    </ol>
  )
}

/** Keyboard and screen reader go on from the new step's heading. */
function useFocusOnStep(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus()
  }, [step])
  return heading
}

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
  const choices = useChoices().asked.data
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

/** Each in its own words. */
const languages = [
  { language: 'en', name: 'English', words: 'Everything in English' },
  { language: 'zh', name: '中文', words: '界面全部为中文' },
] as const

export function LanguageStep({ onNext, onSkip }: StepWays) {
  const { t, i18n } = useTranslation()
  const current = languageOf(i18n.language)
  return (
    <StepForm onNext={onNext} onSkip={onSkip}>
      <fieldset className="language-cards" aria-label={t('Language')}>
        {languages.map(({ language, name, words }) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={language === current}
            onClick={() => void chooseLanguage(language)}
          >
            <strong>{name}</strong>
            <span>{words}</span>
          </button>
        ))}
      </fieldset>
      <div className="step-line">
        <span className="field-label">{t('Theme')}</span>
        <ThemeSelect />
      </div>
      <p className="muted">
        {t('More languages are in the menu above. All of this can be changed later in the settings.')}
      </p>
    </StepForm>
  )
}

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

export interface StepWays {
  onBack: () => void
  onNext: () => void
  onSkip: () => void
}

interface StepFormProps {
  children: ReactNode
  /** Left out on the first step. */
  onBack?: () => void
  onNext: () => void
  onSkip?: () => void
  next?: string
  isBusy?: boolean
  canGoOn?: boolean
}

/** A step with its ways on: Enter goes to the next one. */
export function StepForm({ children, onBack, onNext, onSkip, next, isBusy = false, canGoOn = true }: StepFormProps) {
  const { t } = useTranslation()
  const submit = (event: ReactFormEvent) => {
    event.preventDefault()
    if (canGoOn && !isBusy) onNext()
  }
  return (
    <form className="step-form" onSubmit={submit} noValidate>
      {children}
      <div className="step-ways">
        {onSkip ? (
          <Button variant="minimal" className="step-skip" text={t('Skip the set-up')} onClick={onSkip} />
        ) : null}
        {onBack ? <Button size="large" text={t('Back')} disabled={isBusy} onClick={onBack} /> : null}
        <Button
          type="submit"
          intent="primary"
          size="large"
          text={next ?? t('Next')}
          loading={isBusy}
          disabled={!canGoOn}
        />
      </div>
    </form>
  )
}
