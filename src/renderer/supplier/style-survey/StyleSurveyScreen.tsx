import '../product-launch/product-launch.css'
import './style-survey.css'
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import type { SurveyDesign, SurveyRow } from '../../../shared/areas/style-surveys/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { useLocale } from '../../table/words.ts'
import { MakeSurveyDialog } from './MakeSurveyDialog.tsx'

/** Supplier › Style survey: designs out, scores in, and what people think of them. */
export function StyleSurveyScreen() {
  const { t } = useLocale()
  const [chosen, setChosen] = useState('')
  const surveys = useAnswer('styleSurveys.getSurveys', {})
  const survey = chosen || (surveys.data?.surveys[0]?.survey ?? '')
  const make = useDialog(MakeSurveyDialog, { onMade: setChosen })
  const { get } = useFile()
  const nothing = (
    <EmptyState title={t('No survey yet')} text={t('Ask people to score designs before anybody makes them.')} />
  )
  return (
    <Page
      title={t('Style survey')}
      tools={
        <>
          {survey ? (
            <UploadButton
              call="styleSurveys.ingestStyleSurveyDesigns"
              input={{}}
              title={t('Bring scores in')}
              accept={['.xlsx', '.csv']}
              template={{
                label: t('Download the designs'),
                get: () => get(contract.styleSurveys.downloadStyleSurveyFile, { survey }),
              }}
              button={{ text: t('Bring scores in…') }}
            />
          ) : null}
          <Button intent="primary" text={t('New survey…')} onClick={() => make.open()} />
        </>
      }
    >
      <div className="launch">
        <Loaded answer={surveys} rows={4} empty={{ is: (data) => data.surveys.length === 0, shows: nothing }}>
          {(data) => (
            <Section title={t('Surveys')} isOnPage>
              <SurveyTable rows={data.surveys} chosen={survey} onChoose={setChosen} />
            </Section>
          )}
        </Loaded>
        {survey ? <Ranking key={survey} survey={survey} /> : null}
      </div>
      {make.dialog}
    </Page>
  )
}

interface SurveyTableProps {
  rows: readonly SurveyRow[]
  chosen: string
  onChoose: (survey: string) => void
}

function SurveyTable({ rows, chosen, onChoose }: SurveyTableProps) {
  const { t, day, number } = useLocale()
  const heads = [t('Survey'), t('Name'), t('Last day'), t('Designs'), t('Reviewers'), t('Scores')]
  return (
    <table className="launch-table" aria-label={t('Surveys')}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.survey}>
            <td>
              <Button
                size="small"
                variant="minimal"
                active={row.survey === chosen}
                text={row.survey}
                onClick={() => onChoose(row.survey)}
              />
            </td>
            <td>{row.name}</td>
            <td>
              {row.deadline === null
                ? '–'
                : row.is_over
                  ? t('{{day}}, over', { day: day(row.deadline) })
                  : day(row.deadline)}
            </td>
            <td>{number(row.designs)}</td>
            <td>{number(row.reviewers)}</td>
            <td>{number(row.scores)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Ranking({ survey }: { survey: string }) {
  const { t } = useLocale()
  const answer = useAnswer('styleSurveys.getSurvey', { survey })
  return (
    <Section
      title={t('Ranking of {{survey}}', { survey })}
      isOnPage
      tools={
        <DownloadButton
          call={contract.styleSurveys.downloadStyleSurveyFile}
          input={{ survey }}
          text={t('Download the designs')}
          size="small"
          hasIcon
        />
      }
    >
      <Loaded answer={answer} rows={6}>
        {({ designs }) => <RankTable designs={designs} />}
      </Loaded>
    </Section>
  )
}

function RankTable({ designs }: { designs: readonly SurveyDesign[] }) {
  const { t, name } = useLocale()
  const heads = [t('Rank'), t('Design'), t('Mean'), t('Spread'), t('Who said what')]
  return (
    <table className="launch-table" aria-label={t('Ranking')}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {designs.map((design) => (
          <tr key={design.code}>
            <td>{design.rank ?? '–'}</td>
            <td>
              <WithPicture
                of={{
                  picture: design.picture,
                  style_id: design.code,
                  style_name: design.name,
                  style_name_zh: design.name_zh,
                }}
              >
                <span className="code">{design.code}</span> {name(design.name, design.name_zh)}
              </WithPicture>
            </td>
            <td className="is-number">{design.mean === null ? '–' : design.mean.toFixed(2)}</td>
            <td>
              <Spread design={design} />
            </td>
            <td>
              {design.scores.map(({ reviewer, score, remark }) => (
                <div key={reviewer}>
                  {reviewer}: <strong>{score}</strong>
                  {remark ? <span className="muted"> {remark}</span> : null}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** From the lowest score to the highest on a line of 1 to 5, the mean marked. */
function Spread({ design: { least, most, mean, spread } }: { design: SurveyDesign }) {
  const { t } = useLocale()
  if (least === null || most === null || mean === null || spread === null) return <>–</>
  const place = (score: number) => `${((score - 1) / 4) * 100}%`
  const said = t('{{least}} to {{most}}, ±{{spread}}', { least, most, spread: spread.toFixed(2) })
  return (
    <>
      <span className="survey-spread" aria-hidden="true">
        <span style={{ left: place(least), width: `${((most - least) / 4) * 100}%` }} />
        <b style={{ left: place(mean) }} />
      </span>
      <span className="muted">{said}</span>
    </>
  )
}
