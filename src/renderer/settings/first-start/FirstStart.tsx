import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ClothPage } from '../../auth/ClothPage.tsx'
import { Callout } from '../../kit/Callout.tsx'
import { usePageTitle } from '../../kit/page-title.ts'
import { LoadingRows } from '../../kit/states.tsx'
import { draftOf } from '../server-choice/server-draft.ts'
import { useServer } from '../server-choice/use-server.ts'
import { DoneStep } from './DoneStep.tsx'
import { LanguageStep } from './LanguageStep.tsx'
import { PrintersStep } from './PrintersStep.tsx'
import { ServerStep } from './ServerStep.tsx'
import { type Step, steps } from './set-up.ts'
import { useSetUp } from './use-set-up.ts'
import './first-start.css'

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
