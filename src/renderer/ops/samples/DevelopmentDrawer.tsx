import './samples.css'
import { useState } from 'react'
import { makingFields } from '../../../shared/areas/sample-development/tech-pack.ts'
import { sampleStateWords } from '../../../shared/areas/samples/rounds.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { Section } from '../../kit/Drawer.tsx'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { LoadedDrawer, TabbedDrawer } from '../../kit/TabbedDrawer.tsx'
import { PhotoField } from '../../photos/PhotoField.tsx'
import { PhotoSourceContext } from '../../photos/photo-source.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { Making } from './Making.tsx'
import { type Development, MeasureGrid, useTypedMeasures } from './MeasureGrid.tsx'
import { Positions } from './Positions.tsx'
import { Production } from './Production.tsx'
import { SampleQcLink } from './SampleQcLink.tsx'
import { TechPacks } from './TechPacks.tsx'
import { Verdict } from './Verdict.tsx'

const width = 1_080

/** A sample with all rounds of its style, from the tape to the pre-production order. */
export function DevelopmentDrawer({ sampleId, onClose }: { sampleId: string; onClose: () => void }) {
  const { t } = useLocale()
  const answer = useAnswer('sampleDevelopment.getSampleDevelopment', { sample_id: sampleId })
  return (
    <LoadedDrawer
      answer={answer}
      title={sampleId}
      width={width}
      onClose={onClose}
      missing={t('This sample is not there')}
    >
      {(found) => <Opened found={found} onClose={onClose} />}
    </LoadedDrawer>
  )
}

type Tab = 'measures' | 'points' | 'making' | 'photos' | 'packs' | 'production'

function Opened({ found, onClose }: { found: Development; onClose: () => void }) {
  const { t, name } = useLocale()
  const [tab, setTab] = useState<Tab>('measures')
  const { sample, points, packs, rounds } = found
  // Photographs of samples are read by whoever looks at samples at QC.
  const seesPhotos = useRight('sampleQc')
  const images = rounds.find((round) => round.sample_id === sample.sample_id)?.image_ids ?? []
  return (
    <TabbedDrawer
      of={sample}
      title={`${sample.sample_id} · ${name(sample.name, sample.name_zh)}`}
      beside={<StatusTag status={sampleStateWords[sample.state]} />}
      width={width}
      onClose={onClose}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          key: 'measures' as const,
          label: t('Measures'),
          count: sample.points,
          shows: () => <Measures found={found} />,
        },
        {
          key: 'points' as const,
          label: t('Points of measure'),
          count: points.length,
          shows: () => <Positions found={found} />,
        },
        { key: 'making' as const, label: t('How it is made'), shows: () => <Making found={found} /> },
        ...(seesPhotos
          ? [
              {
                key: 'photos' as const,
                label: t('Photos'),
                count: images.length,
                shows: () => (
                  <Section>
                    <p className="muted">
                      {images.length === 0 ? t('There are no photos yet. They are taken in Sample QC.') : null}{' '}
                      <SampleQcLink sampleId={sample.sample_id} />
                    </p>
                    <PhotoSourceContext value="sample">
                      <PhotoField
                        value={images}
                        onChange={() => undefined}
                        isDisabled
                        label={t('Photos of the sample')}
                        place={{
                          ...{ work: `sample ${sample.sample_id}`, field: 'photos', what: t('Photos of the sample') },
                          by: 'samples.uploadSamplePhoto',
                        }}
                      />
                    </PhotoSourceContext>
                  </Section>
                ),
              },
            ]
          : []),
        {
          key: 'packs' as const,
          label: t('Tech packs'),
          count: packs.length,
          shows: () => (
            <TechPacks
              sampleId={sample.sample_id}
              catalogueId={sample.catalogue_id}
              packs={packs}
              unsaid={makingFields.filter((field) => found.making[field].trim() === '')}
            />
          ),
        },
        { key: 'production' as const, label: t('Pre-production order'), shows: () => <Production found={found} /> },
      ]}
    />
  )
}

/** What was measured, and the verdict: nobody judges while measures are typed and not saved. */
function Measures({ found }: { found: Development }) {
  const work = useTypedMeasures(found)
  return (
    <>
      <MeasureGrid found={found} work={work} />
      <Verdict found={found} unsaved={work.draft.size} />
    </>
  )
}
