import { brandOf } from "../../shared/reference/brands.ts";

export function PageFooter() {
  return <footer className="page-footer">Copyright 2020 {brandOf(location.hostname).name}</footer>;
}
