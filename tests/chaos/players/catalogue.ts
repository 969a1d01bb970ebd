import { attributeChoices } from '../../../src/shared/areas/catalogue/attributes.ts'
import { contract } from '../../../src/shared/areas.ts'
import { freshPicture } from './house.ts'
import { type Plays, some } from './play.ts'

const { assortments, buyerReviews, catalogue } = contract

/** Styles that vendors offer: judged, taken back, described and talked about. */
export const cataloguePlays: Plays = {
  'catalogue.updateVendorCatalogue': async ({ by, random }) => {
    const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { page_size: 50 })
    const { catalogue_id } = random.pick(some(rows))
    const { allowed } = await by.ops.look(catalogue.getStyleDetails, { catalogue_id })
    // What lacks something does not go live; that it says so is tested elsewhere.
    const { to } = random.pick(some(allowed.filter((one) => one.to !== 'Live on Website')))
    return by.ops.act(catalogue.updateVendorCatalogue, { catalogue_ids: [catalogue_id], to, remark: 'chaos' })
  },
  'catalogue.updateVendorAttributesFromUi': async ({ by, random }) => {
    const { rows } = await by.cataloguer.look(catalogue.getVendorCatalogues, { page_size: 50 })
    const styles = random.some(some(rows.filter(({ style_id }) => style_id === null)), 5)
    return by.cataloguer.act(catalogue.updateVendorAttributesFromUi, {
      catalogue_ids: styles.map(({ catalogue_id }) => catalogue_id),
      attributes: { transparency: random.pick(attributeChoices.transparency), pilling: null },
    })
  },
  'buyerReviews.openReviews': async ({ by, random }) => {
    const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { tab: 'Assortment Passed', page_size: 50 })
    const { people } = await by.ops.look(buyerReviews.getReviewers, {})
    return by.ops.act(buyerReviews.openReviews, {
      catalogue_ids: [random.pick(some(rows)).catalogue_id],
      responsible: random.pick(some(people.filter(({ email }) => email.startsWith('ops@')))).email,
      deadline: '2030-01-02',
    })
  },
  'buyerReviews.giveVerdict': async ({ by, random }) => {
    const { rows } = await by.ops.look(buyerReviews.getBuyerReviews, { tab: 'open' })
    const { catalogue_id } = random.pick(some(rows))
    const verdict = random.pick(['pass', 'fail'] as const)
    return by.ops.act(buyerReviews.giveVerdict, { catalogue_id, verdict, score: random.int(1, 5), remark: 'chaos' })
  },
  'buyerReviews.decideReview': async ({ by, random }) => {
    const { rows } = await by.ops.look(buyerReviews.getBuyerReviews, { tab: 'open' })
    const { catalogue_id, version } = random.pick(
      some(rows.filter((row) => row.is_responsible && row.given.length + row.hidden > 0)),
    )
    return by.ops.act(buyerReviews.decideReview, { catalogue_id, version, decision: 'fail', remark: 'chaos' })
  },
  'assortments.saveAssortment': async ({ by, random }) => {
    const { rows } = await by.cataloguer.look(catalogue.getVendorCatalogues, {
      ...{ tab: 'Pending for Assortment Selection', page_size: 50 },
    })
    const styles = random.some(some(rows), 4).map(({ catalogue_id }) => ({ catalogue_id, colors: [] }))
    return by.cataloguer.act(assortments.saveAssortment, { name: `chaos ${random.int(1, 1e9)}`, styles })
  },
  'assortments.createExportAssortmentsJob': async ({ by, random }) => {
    const { rows } = await by.cataloguer.look(assortments.getAssortments, { page_size: 50 })
    const { assortment_id } = random.pick(some(rows.filter((row) => row.styles > 0)))
    return by.cataloguer.act(assortments.createExportAssortmentsJob, { assortment_ids: [assortment_id] })
  },
  'catalogue.addNote': async ({ by, random }) => {
    const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { page_size: 50 })
    return by.ops.act(catalogue.addNote, { catalogue_id: random.pick(some(rows)).catalogue_id, text: 'chaos' })
  },
  'catalogue.addPicture': async ({ by, random }) => {
    const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { page_size: 50 })
    const { catalogue_id } = random.pick(some(rows.filter(({ style_id }) => style_id === null)))
    const file = { name: 'chaos.jpg', bytes: await freshPicture() }
    return by.ops.act(catalogue.addPicture, { catalogue_id, file })
  },
  'catalogue.removePicture': async ({ by, random }) => {
    const { rows } = await by.ops.look(catalogue.getVendorCatalogues, { page_size: 50 })
    const pictured = some(rows.filter(({ picture, style_id }) => picture !== null && style_id === null))
    const { pictures } = await by.ops.look(catalogue.getStyleDetails, {
      catalogue_id: random.pick(pictured).catalogue_id,
    })
    return by.ops.act(catalogue.removePicture, { picture_id: random.pick(some(pictures)).picture_id })
  },
}
