import '../product-launch/product-launch.css'
import './style-survey.css'
import { Button } from '@blueprintjs/core'
import type { SurveyDesign, SurveyRow } from '../../../shared/areas/style-surveys/calls.ts'
import { surveyList } from '../../../shared/areas/style-surveys/lists.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { key } from '../../i18n/formats.ts'
import { Drawer, Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { LoadedDrawer } from '../../kit/TabbedDrawer.tsx'
import { WithPicture } from '../../pictures/StylePicture.tsx'
import { tableColumns } from '../../table/columns.tsx'
import { ListScreen, useList, useListCounts } from '../../table/ListTable.tsx'
import {
  type Filter,
  filterBy,
  oneOfParam,
  placeParam,
  searchFilter,
  textParam,
  useListState,
} from '../../table/list-state.ts'
import { useLocale } from '../../table/words.ts'
import { MakeSurveyDialog } from './MakeSurveyDialog.tsx'

const params = {
  tab: oneOfParam(['open', 'over', 'all'], 'all'),
  search: filterBy('search', textParam()),
  survey: placeParam(textParam()),
}

const tabWords = { open: key('Open'), over: key('Over'), all: key('All') } as const
const wide = 1000

/** Supplier › Style survey: designs out, scores in, and what people think of them. */
export function StyleSurveyScreen() {
  const { t } = useLocale()
  const address = useListState(params)
  const { state, set } = address
  const list = useList(surveyList, address, { call: 'styleSurveys.getSurveys', also: { tab: state.tab } })
  const counts = useListCounts('styleSurveys.getSurveys', list.filter)
  const make = useDialog(MakeSurveyDialog, { onMade: (survey: string) => set({ survey }, 'push') })
  return (
    <ListScreen
      page={{
        title: t('Style survey'),
        tabs: (['open', 'over', 'all'] as const).map((one) => ({
          key: one,
          label: t(tabWords[one]),
          count: counts[one],
        })),
        tab: state.tab,
        onTab: (tab: typeof state.tab) => set({ tab, survey: '' }, 'push'),
        tools: <Button intent="primary" text={t('New survey…')} onClick={() => make.open()} />,
      }}
      list={list}
      label={t('Surveys')}
      columns={columns}
      opens="survey"
      file={{ call: contract.frame.exportSurveys, ids: 'surveys' }}
      filters={[searchFilter('search', t('Survey or style'))] satisfies Filter<typeof params>[]}
      matching={counts[state.tab]}
      empty={{ title: t('No survey yet'), hint: t('Ask people to score designs before anybody makes them.') }}
    >
      {state.survey === '' ? null : (
        <SurveyDrawer key={state.survey} survey={state.survey} onClose={() => set({ survey: '' })} />
      )}
      {make.dialog}
    </ListScreen>
  )
}

const columns = tableColumns<SurveyRow>(surveyList.fields, {})

/** Scores back, with the designs to take away first. */
function Scores({ survey }: { survey: string }) {
  const { t } = useLocale()
  const { get } = useFile()
  return (
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
  )
}

function SurveyDrawer({ survey, onClose }: { survey: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('styleSurveys.getSurvey', { survey })
  return (
    <LoadedDrawer answer={answer} title={survey} width={wide} onClose={onClose} missing={t('This survey is not there')}>
      {({ survey: { name, is_over }, designs }) => (
        <Drawer
          isOpen
          title={`${survey} · ${name}`}
          width={wide}
          onClose={onClose}
          actions={
            <>
              <DownloadButton
                call={contract.styleSurveys.downloadStyleSurveyFile}
                input={{ survey }}
                text={t('Download the designs')}
                hasIcon
              />
              {is_over ? null : <Scores survey={survey} />}
            </>
          }
        >
          <Section title={t('Ranking')}>
            <RankTable designs={designs} />
          </Section>
        </Drawer>
      )}
    </LoadedDrawer>
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
