export function CatalogueScreen() {
  return null
}

export function IndiaCatalogueScreen() {
  return null
}
