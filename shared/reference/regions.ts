/** A state, territory or province. */
export interface Region {
  state_abbr: string;
  state_name: string;
  country_abbr: "US" | "CA";
}

const regionsOf = (country_abbr: Region["country_abbr"], table: string): Region[] =>
  table.split(";").map((entry) => {
    const [state_abbr = "", ...name] = entry.trim().split(" ");
    return { state_abbr, state_name: name.join(" "), country_abbr };
  });

/** The regions that forms offer. For other countries, users type the region. */
export const regions: readonly Region[] = [
  ...regionsOf(
    "US",
    `AL Alabama; AK Alaska; AZ Arizona; AR Arkansas; CA California; CO Colorado; CT Connecticut;
  DE Delaware; DC District of Columbia; FL Florida; GA Georgia; HI Hawaii; ID Idaho;
  IL Illinois; IN Indiana; IA Iowa; KS Kansas; KY Kentucky; LA Louisiana; ME Maine;
  MD Maryland; MA Massachusetts; MI Michigan; MN Minnesota; MS Mississippi; MO Missouri;
  MT Montana; NE Nebraska; NV Nevada; NH New Hampshire; NJ New Jersey; NM New Mexico;
  NY New York; NC North Carolina; ND North Dakota; OH Ohio; OK Oklahoma; OR Oregon;
  PA Pennsylvania; RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee;
  TX Texas; UT Utah; VT Vermont; VA Virginia; WA Washington; WV West Virginia; WI Wisconsin;
  WY Wyoming`,
  ),
  // The territories, and the other places that the US mail serves.
  ...regionsOf(
    "US",
    `AS American Samoa; GU Guam; MP Northern Mariana Islands; PR Puerto Rico;
  VI U.S. Virgin Islands; MH Marshall Islands; FM Micronesia; PW Palau;
  AA Armed Forces Americas; AE Armed Forces Europe; AP Armed Forces Pacific`,
  ),
  ...regionsOf(
    "CA",
    `AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick;
  NL Newfoundland and Labrador; NT Northwest Territories; NS Nova Scotia; NU Nunavut;
  ON Ontario; PE Prince Edward Island; QC Quebec; SK Saskatchewan; YT Yukon`,
  ),
];
