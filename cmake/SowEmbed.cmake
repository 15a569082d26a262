# SPDX-License-Identifier: GPL-3.0-or-later
# sow_embed(TARGET SYMBOL FILE...)
# Compiles text files into TARGET as the table `const struct sow_embedded SYMBOL[]`
# (sow/base/embedded.h), in the given order.
#
# The build also runs this file as a script (cmake -P), which writes the source of the
# table.

if(CMAKE_SCRIPT_MODE_FILE)
  set(source "#include \"sow/base/embedded.h\"\n\n")
  set(rows "")
  string(REPLACE "|" ";" FILES "${FILES}")
  foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME_WLE)
    string(MAKE_C_IDENTIFIER "text_${name}" identifier)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(APPEND source "static const char ${identifier}[] = {${bytes}0};\n")
    string(APPEND rows "    {\"${name}\", ${identifier}},\n")
  endforeach()
  string(APPEND source "\nextern const struct sow_embedded ${SYMBOL}[];\n"
                       "const struct sow_embedded ${SYMBOL}[] = {\n${rows}    {0, 0},\n};\n")
  file(WRITE ${OUTPUT} "${source}")
  return()
endif()

set(SOW_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

function(sow_embed target symbol)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
  set(files ${ARGN})
  list(TRANSFORM files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  list(JOIN files "|" joined)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSYMBOL=${symbol} "-DFILES=${joined}"
            -P ${SOW_EMBED_SCRIPT}
    DEPENDS ${files} ${SOW_EMBED_SCRIPT}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
