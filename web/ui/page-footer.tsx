import { pageBrand } from "../lib/page-brand.ts";

export function PageFooter() {
  return <footer className="page-footer">Copyright 2020 {pageBrand().name}</footer>;
}
