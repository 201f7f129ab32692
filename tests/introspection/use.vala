// SPDX-License-Identifier: MIT
// The library from Vala: what tests/introspection.sh expects of the page in args[1].

class Reader {
  public Extract.Parser parser = new Extract.Parser ();
  public Extract.Classifier classifier;

  public Reader () throws Error {
    classifier = new Extract.Classifier (Extract.Model.get_default ());
  }

  public Extract.Document read (Bytes page) throws Error {
    var document = parser.parse_bytes (page, null, "https://tides.example/");
    classifier.label (document);
    return document;
  }
}

int main (string[] args) {
  try {
    uint8[] bytes;
    FileUtils.get_data (args[1], out bytes);
    var page = new Bytes (bytes);
    var reader = new Reader ();
    var document = reader.read (page);
    var n = document.get_n_blocks ();
    uint good = 0;
    for (uint i = 0; i < n; i++)
      if (document.get_block (i).get_label () == Extract.Label.GOOD)
        good++;
    print ("version %s\nblocks %u\ngood %u\n", Extract.get_version (), n, good);
    unowned var first = document.get_block (0);
    print ("first %s %s %s\n", first.get_label ().get_nick (), first.get_tag (), first.get_text ());
    unowned var metadata = document.get_metadata ();
    print ("title %s\n", metadata.get_value (Extract.Field.TITLE, 0));
    print ("author %s\n", metadata.get_value (Extract.Field.AUTHOR, 0));
    try {
      reader.read (new Bytes ("%PDF-1.7".data));
    } catch (Extract.Error.NOT_HTML error) {
      print ("error %s\n", error.message);
    }
    var text = document.to_string (Extract.Format.TEXT, Extract.WriteFlags.DEFAULT);
    var threads = new GenericArray<Thread<bool>> ();
    for (uint i = 0; i < 8; i++)
      threads.add (new Thread<bool> (null, () => {
        try {
          return reader.read (page).to_string (Extract.Format.TEXT, Extract.WriteFlags.DEFAULT) == text;
        } catch (Error error) {
          return false;
        }
      }));
    uint same = 0;
    for (uint i = 0; i < threads.length; i++)
      if (threads[i].join ())
        same++;
    print ("threads %u\ntext\n%s", same, text);
  } catch (Error error) {
    printerr ("%s\n", error.message);
    return 1;
  }
  return 0;
}
