import { type PipelineStage, stageGroups, stageGroupWords, stageOf } from '../../../shared/areas/pipeline/stages.ts'
import type { CallData } from '../../actions/calls.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import type { Pipeline } from './pipeline-params.ts'

type Ages = CallData<'pipeline.getPipelineAges'>['ages'][number]

interface StageTilesProps {
  stages: Pipeline['stages']
  /** Not there yet, or not known of what is asked for. */
  ages: readonly Ages[] | undefined
  hasAges: boolean
  onOpen: (stage: PipelineStage) => void
}

/** The stages in their order, a tile each: pieces, value, and how long they stand beside what is usual. A press shows what stands behind it. */
export function StageTiles({ stages, ages, hasAges, onOpen }: StageTilesProps) {
  const { t } = useLocale()
  const groups = stageGroups.flatMap((group) => {
    const own = stages.filter(({ stage }) => stageOf(stage).group === group)
    return own.length === 0 ? [] : [{ group, own }]
  })
  return (
    <>
      {groups.map(({ group, own }) => {
        const most = Math.max(1, ...own.map(({ pieces }) => pieces))
        return (
          <Section key={group} isOnPage title={t(stageGroupWords[group])}>
            <ol className="pipeline-stages">
              {own.map((each) => (
                <Tile
                  key={each.stage}
                  {...each}
                  most={most}
                  age={ages?.find(({ stage }) => stage === each.stage)}
                  onOpen={onOpen}
                />
              ))}
            </ol>
          </Section>
        )
      })}
      <p className="pipeline-note muted">
        {hasAges
          ? t(
              'How long pieces stand is counted as if first in were first out. Usual is the median of the pieces that left within 90 days; longer than usual are those that stand longer than nine of ten did.',
            )
          : t('How long pieces stand is known by vendor, not by category, destination or style.')}
      </p>
    </>
  )
}

type TileProps = Pipeline['stages'][number] & {
  most: number
  age: Ages | undefined
  onOpen: (stage: PipelineStage) => void
}

function Tile({ stage, pieces, value, most, age, onOpen }: TileProps) {
  const { t, number, money, plural } = useLocale()
  const seesPrices = useRight('seePrices')
  const isSlow = (age?.slow ?? 0) > 0
  return (
    <li className="pipeline-tile" data-slow={isSlow || undefined} data-empty={pieces === 0 || undefined}>
      <button type="button" onClick={() => onOpen(stage)}>
        <span className="pipeline-name" title={t(stageOf(stage).word)}>
          {t(stageOf(stage).word)}
        </span>
        <span className="pipeline-pieces">{number(pieces)}</span>
        <span className="pipeline-bar" aria-hidden="true">
          <span style={{ width: `${(100 * Math.max(0, pieces)) / most}%` }} />
        </span>
        {seesPrices && value !== null && pieces !== 0 ? <span className="pipeline-value">{money(value)}</span> : null}
        {age === undefined || age.oldest === null ? null : (
          <span className="muted">
            {age.oldest === 0
              ? t('Since today')
              : plural(age.oldest, 'Oldest: {{n}} day or more', 'Oldest: {{n}} days or more')}
          </span>
        )}
        {age === undefined || age.oldest === null || age.usual === null ? null : (
          <span className="muted">
            {age.usual === 0 ? t('usually under a day') : t('usual {{n}}', { n: age.usual })}
          </span>
        )}
        {isSlow ? (
          <span className="pipeline-slow">
            <span aria-hidden="true">▲ </span>
            {t('{{n}} longer than usual', { n: number(age?.slow ?? 0) })}
          </span>
        ) : null}
      </button>
    </li>
  )
}
