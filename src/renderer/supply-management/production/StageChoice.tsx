import { cameFrom, type Stage, stageWords, typedStages } from '../../../shared/areas/facilities/stage-ledger.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { useLocale } from '../../table/words.ts'

interface StageChoiceProps {
  into: Stage
  from: Stage
  onInto: (into: Stage) => void
  onFrom: (from: Stage) => void
}

/** Which way pieces go: the stage that they come into, in large buttons, and the one that they come from, where there are several. */
export function StageChoice({ into, from, onInto, onFrom }: StageChoiceProps) {
  const { t } = useLocale()
  const froms = cameFrom(into)
  return (
    <>
      <fieldset className="stage-choice" aria-label={t('Into stage')}>
        {typedStages.map((stage) => (
          <button key={stage} type="button" aria-pressed={stage === into} onClick={() => onInto(stage)}>
            {t(stageWords[stage])}
          </button>
        ))}
      </fieldset>
      {froms.length > 1 ? (
        <ChoiceField
          label={t('From stage')}
          value={from}
          choices={froms.map((stage) => [stage, t(stageWords[stage])] as const)}
          onChange={onFrom}
        />
      ) : null}
    </>
  )
}

/** The stage that pieces come from: the chosen one where the way exists, else the usual. */
export const fromOf = (into: Stage, chosen: Stage): Stage =>
  cameFrom(into).find((stage) => stage === chosen) ?? cameFrom(into)[0] ?? 'pending'
