import '../product-launch/product-launch.css'
import './garment-specs.css'
import { useState } from 'react'
import type { SpecStyle } from '../../../shared/areas/garment-specs/calls.ts'
import { contract } from '../../../shared/areas.ts'
import { DownloadButton, UploadButton, useFile } from '../../actions/files.tsx'
import { useAnswer } from '../../actions/useRows.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page, ScrollPart } from '../../kit/Page.tsx'
import { EmptyState } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { SpecTables } from './SpecTables.tsx'

/** Supplier › Garment specs and grading: styles of the catalogue, and what each measures. */
export function GarmentSpecsScreen() {
  const { t } = useLocale()
  const [chosen, setChosen] = useState('')
  const styles = useAnswer('garmentSpecs.specStyles', {})
  const code = chosen || (styles.data?.styles.find(({ points }) => points > 0) ?? styles.data?.styles[0])?.code || ''
  const mayChange = useRight('garmentSpecs')
  const nothing = <EmptyState title={t('No style is in the catalogue yet')} />
  return (
    <Page title={t('Garment specs and grading')} tools={<Tools code={code} mayChange={mayChange} />}>
      <Loaded answer={styles} empty={{ is: (data) => data.styles.length === 0, shows: nothing }}>
        {(data) => (
          <div className="specs">
            <ul className="specs-list">
              {data.styles.map((style) => (
                <li key={style.code}>
                  <StyleButton style={style} isChosen={style.code === code} onChoose={setChosen} />
                </li>
              ))}
            </ul>
            <ScrollPart className="specs-one" label={t('Garment specs and grading')}>
              {code ? <OneSpec key={code} code={code} /> : null}
            </ScrollPart>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Tools({ code, mayChange }: { code: string; mayChange: boolean }) {
  const { t } = useLocale()
  const { get } = useFile()
  const of = code ? { code } : {}
  const upload = (kind: 'garment' | 'grading', text: string) => (
    <UploadButton
      call={kind === 'garment' ? 'garmentSpecs.uploadGarmentFile' : 'garmentSpecs.uploadGradingFile'}
      input={{}}
      title={text}
      accept={['.xlsx', '.csv']}
      template={{
        label: t('Download the sheet to fill in'),
        get: () => get(contract.garmentSpecs.specSample, { of: kind, ...of }),
      }}
      button={{ text: `${text}…` }}
    />
  )
  if (mayChange)
    return (
      <>
        {upload('garment', t('Points of measure by sheet'))}
        {upload('grading', t('Grading by sheet'))}
      </>
    )
  return (
    <>
      <DownloadButton
        call={contract.garmentSpecs.specSample}
        input={{ of: 'garment', ...of }}
        text={t('Points of measure')}
        hasIcon
      />
      <DownloadButton
        call={contract.garmentSpecs.specSample}
        input={{ of: 'grading', ...of }}
        text={t('Grading')}
        hasIcon
      />
    </>
  )
}

interface StyleButtonProps {
  style: SpecStyle
  isChosen: boolean
  onChoose: (code: string) => void
}

function StyleButton({ style, isChosen, onChoose }: StyleButtonProps) {
  const { t, name } = useLocale()
  const { code, points, graded, backwards } = style
  return (
    <button type="button" aria-current={isChosen} onClick={() => onChoose(code)}>
      <StylePicture
        of={{ picture: style.picture, style_id: code, style_name: style.name, style_name_zh: style.name_zh }}
        size="head"
      />
      <span>
        <span className="code">{code}</span> {name(style.name, style.name_zh)}
        <small>
          {t('{{points}} points, {{graded}} sizes graded', { points, graded })}
          {backwards > 0 ? ` · ${t('{{count}} jumps the wrong way', { count: backwards })}` : ''}
          {style.rank === null
            ? ''
            : ` · ${t('Survey: {{rank}} of {{ranked}}', { rank: style.rank, ranked: style.ranked ?? 0 })}`}
        </small>
      </span>
    </button>
  )
}

function OneSpec({ code }: { code: string }) {
  const spec = useAnswer('garmentSpecs.garmentSpec', { code })
  return <Loaded answer={spec}>{(data) => <SpecTables spec={data} />}</Loaded>
}
