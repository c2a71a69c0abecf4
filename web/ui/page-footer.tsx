import { pageBrand } from "../lib/page-brand.ts";
import "./page-footer.scss";

export function PageFooter() {
  return <footer className="page-footer">Copyright 2020 {pageBrand().name}</footer>;
}
