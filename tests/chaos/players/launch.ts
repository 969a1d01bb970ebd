import { contract } from '../../../src/shared/areas.ts'
import { type Plays, some, type World } from './play.ts'

const { catalogue, launch, garmentSpecs, styleSurveys } = contract

const csv = (...lines: string[]) => ({ name: 'chaos.csv', bytes: `${lines.join('\n')}\n` })

const pointHead = 'Catalogue style,Size,Point of measure,Measure (cm),Tolerance (cm)'

/** A vendor's change of a live style, which waits for the company. */
async function wantChange({ by, random }: World): Promise<void> {
  const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { tab: 'Live on Website', page_size: 50 })
  const codes = rows.map(({ catalogue_id }) => catalogue_id)
  for (const own of [by.vendor, by.vendor2]) {
    const { rows: styles } = await own.look(garmentSpecs.specStyles, { codes })
    const [style] = styles
    if (style === undefined) continue
    const { sizes } = await own.look(garmentSpecs.garmentSpec, { code: style.code })
    const file = csv(pointHead, `${style.code},${sizes[0] ?? 'S'},Chaos,${random.int(40, 60)},1`)
    await own.act(garmentSpecs.uploadGarmentFile, { mode: 'all', file })
    return
  }
}

/** What vendors launch, and what is measured, split and asked of it. */
export const launchPlays: Plays = {
  'launch.uploadBulkProductLaunchFile': async ({ by, random }) => {
    const style = `CH-${random.int(1, 400)}`
    const rows = ['Black', 'Ivory', 'Navy']
      .slice(0, random.int(1, 3))
      .map((colour) => `${style},${colour},Chaos,Dresses`)
    return by.vendor.act(launch.uploadBulkProductLaunchFile, {
      ...{ mode: 'all', file: csv('Your style no.,Colour,Style name,Category', ...rows) },
    })
  },
  'launch.ingestVendorSplitFile': async ({ by, random }) => {
    const { rows: styles } = await by.ops.look(garmentSpecs.specStyles, {})
    const pieces = random.int(2, 900)
    const { code } = random.pick(some(styles))
    const file = csv('Catalogue style,Style quantity,Supplier ID,Quantity', `${code},${pieces},GZ01,${pieces}`)
    return by.ops.act(launch.ingestVendorSplitFile, { mode: 'all', file })
  },
  'garmentSpecs.uploadGarmentFile': async ({ by, random }) => {
    const { rows: styles } = await by.ops.look(garmentSpecs.specStyles, {})
    const { code } = random.pick(some(styles.filter(({ size_set }) => size_set === null)))
    const chest = random.int(40, 60)
    const file = csv(pointHead, `${code},S,Chest,${chest},1`, `${code},M,Chest,${chest + 2},1`)
    return by.ops.act(garmentSpecs.uploadGarmentFile, { mode: 'all', file })
  },
  'garmentSpecs.uploadGradingFile': async ({ by, random }) => {
    const { rows: styles } = await by.ops.look(garmentSpecs.specStyles, {})
    const { code } = random.pick(some(styles.filter(({ size_set }) => size_set === null)))
    const file = csv(
      'Vendor size,Our size,Point of measure,Increment (cm)',
      '160,S,Hip,',
      `165,M,Hip,${random.int(1, 4)}`,
    )
    return by.ops.act(garmentSpecs.uploadGradingFile, { mode: 'all', vendor_catalogue_id: code, file })
  },
  'garmentSpecs.decideGarmentChange': async (world) => {
    const { by, random } = world
    const waiting = () => by.ops.look(garmentSpecs.specStyles, { tab: 'waiting' })
    if ((await waiting()).rows.length === 0) await wantChange(world)
    const { rows } = await waiting()
    const { code } = random.pick(some(rows))
    const { proposals } = await by.ops.look(garmentSpecs.garmentSpec, { code })
    const { id, version, sums } = random.pick(some(proposals))
    return by.ops.act(garmentSpecs.decideGarmentChange, {
      ...{ code, proposal_id: id, version, ...sums, agrees: random.int(0, 1) === 1, remark: 'chaos' },
    })
  },
  'garmentSpecs.putBackGarmentSpec': async ({ by, random }) => {
    const { rows } = await by.ops.look(garmentSpecs.specStyles, {})
    const { code } = random.pick(some(rows.filter(({ size_set }) => size_set === null)))
    const versionsNow = async () => (await by.ops.look(garmentSpecs.garmentSpec, { code })).versions
    let versions = await versionsNow()
    // A style that was never changed has nothing to go back to.
    for (const chest of [random.int(40, 50), random.int(51, 60)]) {
      if (versions.some(({ is_last }) => !is_last)) break
      await by.ops.act(garmentSpecs.uploadGarmentFile, {
        mode: 'all',
        file: csv(pointHead, `${code},S,Chest,${chest},1`),
      })
      versions = await versionsNow()
    }
    const { of, number } = random.pick(some(versions.filter(({ is_last }) => !is_last)))
    const last = versions.find((one) => one.of === of && one.is_last)?.number ?? 0
    return by.ops.act(garmentSpecs.putBackGarmentSpec, { code, of, number, last })
  },
  'styleSurveys.makeSurvey': async ({ by, random }) => {
    const { rows: styles } = await by.ops.look(garmentSpecs.specStyles, {})
    const chosen = random.some(some(styles), 5).map(({ code }) => code)
    return by.ops.act(styleSurveys.makeSurvey, { name: 'Chaos', vendor_catalogue_ids: some(chosen) })
  },
  'styleSurveys.ingestStyleSurveyDesigns': async ({ by, random }) => {
    const { rows: surveys } = await by.ops.look(styleSurveys.getSurveys, {})
    const { survey } = random.pick(some(surveys.filter(({ is_over }) => !is_over)))
    const { designs } = await by.ops.look(styleSurveys.getSurvey, { survey })
    const rows = some(designs).map(({ code }) => `${survey},${code},R${random.int(1, 4)},${random.int(1, 5)}`)
    return by.ops.act(styleSurveys.ingestStyleSurveyDesigns, {
      mode: 'all',
      file: csv('Survey,Design,Reviewer,Score', ...rows),
    })
  },
}
